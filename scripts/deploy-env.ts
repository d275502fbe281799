import { randomBytes } from 'node:crypto'
import { roleUrls } from '../services/platform/roles.ts'

/** Environment variables of the compose file, in its order. */
type DeployEnvironment = Readonly<Record<string, string>>

/**
 * URLs and secrets for `docker-compose.yml`: pipeline and API get logins derived from the owner's password, so that
 * neither needs it (services/platform/roles.ts). Passwords must be safe in a URL.
 */
export function deployEnvironment(postgresPassword: string, redisPassword: string): DeployEnvironment {
  const ownerUrl = `postgres://postgres:${postgresPassword}@postgres:5432/pramaan`
  const { pipelineUrl, apiUrl } = roleUrls(ownerUrl)
  return {
    POSTGRES_PASSWORD: postgresPassword,
    REDIS_PASSWORD: redisPassword,
    DATABASE_URL: ownerUrl,
    PIPELINE_DATABASE_URL: pipelineUrl,
    API_DATABASE_URL: apiUrl,
    REDIS_URL: `redis://:${redisPassword}@valkey:6379`,
    PRAMAAN_SITE: 'localhost',
  }
}

if (import.meta.main) {
  const password = (): string => randomBytes(24).toString('base64url')
  for (const [name, value] of Object.entries(deployEnvironment(password(), password()))) console.log(`${name}=${value}`)
}
