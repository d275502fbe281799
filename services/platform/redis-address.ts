/** Separator of node URLs; a comma inside a password is %2C. */
const BETWEEN = /,(?=rediss?:\/\/)/

/** The URLs in REDIS_URL: one, or those of some nodes of a cluster. */
export function redisAddresses(url: string): string[] {
  return url.split(BETWEEN)
}

type ClusterNodes = {
  readonly addresses: readonly { readonly host: string; readonly port: number }[]
  /** From the first URL: the nodes of one cluster share it. */
  readonly login: { readonly username?: string; readonly password?: string; readonly tls?: object }
}

/** The nodes of a value with several URLs; null if it names a single Redis. */
export function clusterNodes(url: string): ClusterNodes | null {
  const urls = redisAddresses(url)
  if (urls.length === 1) return null
  const parsed = urls.map((each) => new URL(each))
  const [first] = parsed
  const username = decodeURIComponent(first?.username ?? '')
  const password = decodeURIComponent(first?.password ?? '')
  return {
    addresses: parsed.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? 6379 : Number(port),
    })),
    login: {
      ...(username === '' ? {} : { username }),
      ...(password === '' ? {} : { password }),
      ...(first?.protocol === 'rediss:' ? { tls: {} } : {}),
    },
  }
}
