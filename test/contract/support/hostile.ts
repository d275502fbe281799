import fc, { type Arbitrary } from 'fast-check'
import { OPERATIONS, type Operation } from '../../support/openapi.ts'
import { type FuzzRequest, requestOf } from './requests.ts'
import { HOSTILE_TEXTS } from './values.ts'

/** Requests that are wrong in their structure rather than in a field's value. */

const SECRETS = ['pk_secretSECRETsecretSECRETsecretSECRETsecret0', 'hunter2hunter2hunter2', 'Bearer abc.def.ghi']
const CREDENTIAL_NAMES = [
  'api_key',
  'apikey',
  'KEY',
  'X-Api-Key',
  'access_token',
  'Token',
  'authorization',
  'api%5Fkey',
]

/** Number literals that a double cannot represent, at least not as written. */
const LITERALS = [
  '1e400',
  '-1e400',
  '1e-400',
  '30.00000000000000001',
  '0.30000000000000004',
  '9'.repeat(400),
  '-0',
  '1E2',
  '0.1e1',
]

type Change = (request: FuzzRequest) => FuzzRequest

const withBody =
  (change: (text: string) => string): Change =>
  (request) =>
    request.body === null ? request : { ...request, body: change(request.body) }
const withQuery =
  (more: string, secret: string | null = null): Change =>
  (request) => ({
    ...request,
    path: `${request.path}${request.path.includes('?') ? '&' : '?'}${more}`,
    secret,
  })
const withHeaders =
  (headers: FuzzRequest['headers'], as: FuzzRequest['as'] = 'full'): Change =>
  (request) => ({
    ...request,
    headers: { ...request.headers, ...headers },
    as,
  })

const BODY_CHANGES: readonly Change[] = [
  withBody((text) => text.slice(0, -1)),
  withBody((text) => `${text}${text}`),
  withBody((text) => `\ufeff${text}`),
  withBody((text) => text.replace('{', '{"__proto__":{"state_code":"BR"},')),
  withBody((text) => text.replace('{', '{"state_code":"MH",')),
  withBody((text) => text.replace('{', '{"constructor":{"prototype":{}},')),
  withBody((text) => text.replace(/"[^"]*"/, '"\\ud800"')),
  withBody((text) => text.replace('{', `{"x":${'['.repeat(2_000)}${']'.repeat(2_000)},`)),
  withBody((text) => `[${text}]`),
  withBody((text) => JSON.stringify(text)),
  withBody(() => ''),
  withBody(() => 'null'),
  withBody(() => '{}'),
  withBody((text) => text.padEnd(70_000, ' ')),
  ...LITERALS.map((literal) => withBody((text) => text.replace(/:\s*\d+(\.\d+)?/, `:${literal}`))),
  withHeaders({ 'content-type': 'text/plain' }),
  withHeaders({ 'content-type': 'application/json; charset=utf-16' }),
  withHeaders({ 'content-type': 'application/x-www-form-urlencoded' }),
]

const ANY_CHANGES: readonly Change[] = [
  ...CREDENTIAL_NAMES.flatMap((name) =>
    SECRETS.map((secret) => withQuery(`${name}=${encodeURIComponent(secret)}`, secret)),
  ),
  ...HOSTILE_TEXTS.filter((text) => text.length < 200).map((text) =>
    withQuery(`state_code=${encodeURIComponent(text)}`),
  ),
  withQuery('state_code=BR&state_code=MH'),
  withQuery('%zz=1'),
  withQuery('a=%C0%AF'),
  withQuery('state_code[]=BR'),
  withQuery('&&&==&'),
  withQuery(`x=${'y'.repeat(7_000)}`),
  (request) => ({ ...request, as: 'none' }),
  (request) => ({ ...request, as: 'wrong' }),
  (request) => ({ ...request, as: 'bare' }),
  ...SECRETS.map(
    (secret): Change =>
      (request) => ({ ...withHeaders({ authorization: `Bearer ${secret}` }, 'none')(request), secret }),
  ),
  ...SECRETS.map(
    (secret): Change =>
      (request) => ({ ...withHeaders({ authorization: secret })(request), secret }),
  ),
  withHeaders({ origin: 'https://evil.example' }),
  withHeaders({ 'x-request-id': 'a'.repeat(4_000) }),
  withHeaders({ 'if-none-match': `${'"x", '.repeat(500)}*` }),
  withHeaders({ 'accept-encoding': 'br;q=2, deflate;q=, ;;,' }),
  withHeaders({ 'x-forwarded-for': '::1, %00, 999.1.1.1', 'x-forwarded-proto': 'gopher', 'x-forwarded-host': 'evil' }),
  withHeaders({ 'x-http-method-override': 'DELETE' }),
  ...['HEAD', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS', 'PROPFIND'].map(
    (method): Change =>
      (request) => ({ ...request, method }),
  ),
  (request) => ({ ...request, path: request.path.replace('/v1/', '//v1/') }),
  (request) => ({ ...request, path: request.path.replace('/v1/', '/v1/../v1/') }),
  (request) => ({ ...request, path: request.path.replace('/v1/', '/V1/') }),
  (request) => ({ ...request, path: `${request.path.split('?', 1)[0]}/` }),
  (request) => ({ ...request, path: `${request.path.split('?', 1)[0]};x=1` }),
]

/** Hostile requests of an operation. */
export function hostileOf(operation: Operation): Arbitrary<FuzzRequest> {
  const changes = operation.method === 'POST' ? [...BODY_CHANGES, ...BODY_CHANGES, ...ANY_CHANGES] : ANY_CHANGES
  return fc
    .tuple(requestOf(operation, 'valid'), fc.array(fc.constantFrom(...changes), { minLength: 1, maxLength: 2 }))
    .map(([request, each]): FuzzRequest => {
      return each.reduce<FuzzRequest>((changed, change) => change(changed), { ...request, kind: 'hostile' })
    })
}

/** Any request of any operation. */
export function anyRequest(): Arbitrary<FuzzRequest> {
  return fc.oneof(
    ...OPERATIONS.flatMap((operation) => [
      requestOf(operation, 'valid'),
      requestOf(operation, 'boundary'),
      requestOf(operation, 'invalid'),
      hostileOf(operation),
    ]),
  )
}
