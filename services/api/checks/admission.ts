import type { ApiKey } from '../../keys/key.ts'
import { sendError } from '../reply/envelope.ts'
import type { ApiReply, ApiRequest } from '../reply/exchange.ts'
import type { Services } from '../services.ts'
import { showToOrigin } from './access.ts'
import { authenticate } from './credentials.ts'
import { limit } from './limits.ts'

/**
 * Credentials, then limits (docs/design/contract.md#checks rules 2 to 4). Returns the key, or null if a refusal was
 * sent.
 */
export async function admit(services: Services, request: ApiRequest, reply: ApiReply): Promise<ApiKey | null> {
  if (!(await authenticate(services, request, reply))) return null
  const key = request.apiKey
  if (key === null) {
    sendError(reply, 'INTERNAL_SERVER_ERROR')
    return null
  }
  showToOrigin(key, request, reply)
  return (await limit(services, key, reply)) ? key : null
}
