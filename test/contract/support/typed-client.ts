import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { SERVED } from '../../support/openapi.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
export const CLIENT = fileURLToPath(new URL('../client', import.meta.url))

/** TypeScript types of the OpenAPI document, as openapi-typescript makes them. */
export async function contractTypes(): Promise<string> {
  return astToString(await openapiTypescript(structuredClone(SERVED) as OpenAPI3))
}

/**
 * Checks the client against the types, by this project's own strict rules. The types lie in a folder that goes again;
 * `rootDirs` makes the two folders one. Returns what the compiler found; empty: nothing.
 */
export async function typeErrors(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pramaan-types-'))
  try {
    writeFileSync(join(folder, 'contract-types.ts'), await contractTypes())
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(ROOT, 'tsconfig.json'),
        compilerOptions: {
          rootDirs: [CLIENT, folder],
          lib: ['es2024', 'dom'],
          typeRoots: [join(ROOT, 'node_modules/@types')],
        },
        include: [CLIENT, folder],
        exclude: [],
      }),
    )
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
