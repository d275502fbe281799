import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { SERVED } from '../../support/openapi.ts'

const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const manifest = createRequire(import.meta.url).resolve('@hey-api/openapi-ts/package.json')
const generator = join(dirname(manifest), 'bin/run.js')
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** Code that uses a client: the compiler checks that the types allow it, and that they catch misuse. */
const PROGRAM = `import { client } from './client/client.gen.js'
import { calculate, listStates } from './client/index.js'
client.setConfig({ baseUrl: 'http://localhost', auth: 'pk' })
const { data, error } = await calculate({ body: { state_code: 'BR', subcategory_code: 'DS-II', energy_units: 200 } })
export const paise: number | null | undefined = data?.data.calculation.base_tariff_paise
export const grade: 'order' | 'transcription' | 'carried' | 'derived' | 'specimen' | 'held' | undefined = data?.data.evidence_grade
export const late: boolean = error?.error.code === 'REQUEST_TIMEOUT'
export const states: string[] | undefined = (await listStates()).data?.data.map(({ state_name }) => state_name)
// @ts-expect-error a field that is needed is not there
await calculate({ body: { state_code: 'BR' } })
// @ts-expect-error no such code
export const unheard: boolean = error?.error.code === 'NO_SUCH_CODE'
`

type Asked = { readonly body?: object; readonly query?: object; readonly path?: object }
type Answered = { readonly data?: unknown; readonly error?: unknown; readonly response: Response }
/** Each operation as a function, and their default client. */
export type Sdk = Readonly<Record<string, (asked?: Asked) => Promise<Answered>>> & {
  readonly client: { setConfig(settings: { baseUrl: string; auth?: string }): unknown }
}

/**
 * The client that @hey-api/openapi-ts generates from the document with its defaults, and the compiler's errors (none:
 * '').
 */
export async function sdkClient(): Promise<{ sdk: Sdk; typeErrors: string; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'pramaan-sdk-'))
  const close = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    symlinkSync(NODE_MODULES, join(folder, 'node_modules'))
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(SERVED))
    writeFileSync(join(folder, 'program.ts'), PROGRAM)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const options = {
      strict: true,
      module: 'nodenext',
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable'],
      noEmit: true,
      types: [],
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['*.ts', 'client'] }),
    )
    const made = spawnSync(process.execPath, [generator, '-i', 'openapi.json', '-o', 'client'], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (made.status !== 0) throw new Error(`the generator failed: ${made.stdout}${made.stderr}`)
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    const outfile = join(folder, 'sdk.mjs')
    await build({
      stdin: {
        contents: "export * from './client/index.js'; export { client } from './client/client.gen.js'",
        resolveDir: folder,
      },
      bundle: true,
      format: 'esm',
      outfile,
    })
    return { sdk: (await import(outfile)) as Sdk, typeErrors: stdout, close }
  } catch (error) {
    close()
    throw error
  }
}
