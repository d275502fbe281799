/** Separator of node URLs; a comma inside a password is %2C. */
const BETWEEN = /,(?=rediss?:\/\/)/

/** The URLs in REDIS_URL: one, or those of some nodes of a cluster. */
export function redisAddresses(url: string): string[] {
  return url.split(BETWEEN)
}

/** Why several URLs cannot be the nodes of one cluster; null: they can, or there is only one URL. */
export function disagreement(url: string): string | null {
  const urls = redisAddresses(url)
  if (urls.length === 1) return null
  if (!urls.every((each) => URL.canParse(each) && each.includes('://')))
    return 'names nodes of a cluster that are not all of the form redis://user:password@host:6379'
  const parsed = urls.map((each) => new URL(each))
  if (new Set(parsed.map(({ protocol, username, password }) => `${protocol}${username}:${password}`)).size > 1)
    return 'names nodes of a cluster with different logins, or only some with TLS: give all the same'
  if (parsed.some(({ pathname }) => !/^\/?0?$/.test(pathname))) return 'names a database: a cluster has only number 0'
  return null
}

type ClusterNodes = {
  readonly addresses: readonly { readonly host: string; readonly port: number }[]
  /** From the first URL: all nodes have the same (`disagreement`). */
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
