import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** A handler whose answer does not match its route's contract is a type error, not a runtime error. */

const HERE = dirname(fileURLToPath(import.meta.url))
const TSCONFIG = fileURLToPath(new URL('../../../tsconfig.json', import.meta.url))

const route = (handler: string): string => `
import * as z from 'zod'
import { refuse } from '../../../services/api/contract/responses/error-details.ts'
import { jsonList, jsonText } from '../../../services/api/reply/json-text.ts'
import { bare, defineRoute, enveloped } from '../../../services/api/route.ts'

const item = z.object({ code: z.string(), amount_paise: z.int(), status: z.literal('released'), note: z.string().optional() })
type Item = { readonly code: string; readonly amount_paise: number; readonly status: 'released' }
const right: Item = { code: 'A', amount_paise: 1, status: 'released' }
const about = {
  method: 'GET', path: '/v1/x', operationId: 'x', tag: 'Service', summary: 'x', description: 'x', scope: null,
  query: z.strictObject({ state_code: z.string().optional() }),
} as const
const listed = { ...about, response: enveloped(z.array(item), z.object({ count: z.int() })), codes: ['STATE_NOT_RELEASED'] } as const
const plain = { ...about, response: bare(item) } as const
export const used = [refuse, jsonList, jsonText, right, listed, plain]
export const made = ${handler}
`

const RIGHT: readonly (readonly [what: string, handler: string])[] = [
  ['an object', 'defineRoute({ ...listed, handle: () => ({ ok: true, data: [right], meta: { count: 1 } }) })'],
  [
    'text of one',
    'defineRoute({ ...listed, handle: () => ({ ok: true, data: jsonList([jsonText(right)]), meta: { count: 1 } }) })',
  ],
  [
    'members made once',
    "defineRoute({ ...listed, handle: () => ({ ok: true, of: ['hash'], members: () => ({ data: [right], meta: { count: 1 } }) }) })",
  ],
  [
    'a declared refusal',
    "defineRoute({ ...listed, handle: () => refuse('STATE_NOT_RELEASED', { state_code: 'BR' }) })",
  ],
  ['a bare value', 'defineRoute({ ...plain, handle: async () => ({ ok: true, value: right }) })'],
]

const WRONG: readonly (readonly [what: string, handler: string, said: RegExp])[] = [
  [
    'a value of another type',
    "defineRoute({ ...listed, handle: () => ({ ok: true, data: [{ ...right, amount_paise: '1' }], meta: { count: 1 } }) })",
    /amount_paise/,
  ],
  [
    'a field that is missing',
    "defineRoute({ ...listed, handle: () => ({ ok: true, data: [{ code: 'A', status: 'released' as const }], meta: { count: 1 } }) })",
    /amount_paise/,
  ],
  [
    'another word than the one there is',
    "defineRoute({ ...listed, handle: () => ({ ok: true, data: [{ ...right, status: 'held' as const }], meta: { count: 1 } }) })",
    /"held"/,
  ],
  [
    'meta of another form',
    "defineRoute({ ...listed, handle: () => ({ ok: true, data: [right], meta: { count: 'one' } }) })",
    /count/,
  ],
  [
    'members of another form',
    "defineRoute({ ...listed, handle: () => ({ ok: true, of: [], members: () => ({ data: [{ code: 'A' }], meta: { count: 1 } }) }) })",
    /amount_paise/,
  ],
  [
    'text of something else',
    "defineRoute({ ...listed, handle: () => ({ ok: true, data: jsonList([jsonText({ code: 'A' })]), meta: { count: 1 } }) })",
    /amount_paise/,
  ],
  [
    'text of nobody knows what',
    "defineRoute({ ...listed, handle: () => ({ ok: true, data: '[]', meta: { count: 1 } }) })",
    /not assignable/,
  ],
  [
    'a bare value of another form',
    "defineRoute({ ...plain, handle: async () => ({ ok: true, value: { code: 'A' } }) })",
    /amount_paise/,
  ],
  [
    'a code that the route does not name',
    "defineRoute({ ...listed, handle: () => refuse('RATE_NOT_VERIFIED', { component: 'x', reason: 'x', unblocked_by: 'x' }) })",
    /RATE_NOT_VERIFIED/,
  ],
  [
    'details that the code does not have',
    "defineRoute({ ...listed, handle: () => refuse('STATE_NOT_RELEASED', { state: 'BR' }) })",
    /'state' does not exist/,
  ],
  [
    'a parameter that the query does not have',
    "defineRoute({ ...listed, handle: (_services, { query }) => refuse('STATE_NOT_RELEASED', { state_code: query.state }) })",
    /'state' does not exist/,
  ],
  [
    'a key where none is asked for',
    "defineRoute({ ...listed, handle: (_services, { key }) => refuse('STATE_NOT_RELEASED', { state_code: key.keyId }) })",
    /possibly 'null'|type 'never'/,
  ],
]

/** Compiler errors of each text, all compiled as files of one program. */
function compiled(texts: readonly string[]): string[] {
  const { config } = ts.readConfigFile(TSCONFIG, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(TSCONFIG))
  const files = new Map(texts.map((text, index) => [join(HERE, `route-${index}.ts`), text]))
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = (name) => files.get(name) ?? readFile(name)
  host.fileExists = (name) => files.has(name) || fileExists(name)
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files.keys()].map((name) => {
    const source = program.getSourceFile(name)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
      .join('\n')
  })
}

const said = compiled([...RIGHT, ...WRONG].map(([, handler]) => route(handler)))

test.each(RIGHT.map(([what], index) => [what, said[index]] as const))('%s passes', (_what, found) => {
  expect(found).toBe('')
})

test.each(WRONG.map(([what, , message], index) => [what, message, said[RIGHT.length + index]] as const))(
  '%s does not compile',
  (_what, message, found) => {
    expect(found).toMatch(message)
  },
)
