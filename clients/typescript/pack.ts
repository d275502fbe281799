import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BuildOptions, build } from 'esbuild'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { buildDocument } from '../../services/api/openapi/document.ts'
import { ROUTES } from '../../services/api/routes/index.ts'
import { oneLanguage } from '../../services/api/site/build.ts'

/**
 * Packs the client: `pack.ts FOLDER` (docs/published.md) writes pramaan-client-<version>.tgz there. Verifier and engine are compiled from releases/; the types of the API are generated from its contract.
 */

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const SOURCES = ['index', 'api', 'published'] as const

/** The types of requests and answers, from the contract. */
export async function contractTypes(): Promise<string> {
  return astToString(await openapiTS(JSON.stringify(buildDocument(ROUTES))))
}

/** The declarations of a source, with the file extensions of a compiled package. */
async function declarationOf(name: (typeof SOURCES)[number]): Promise<string> {
  const source = await readFile(at(`${name}.ts`), 'utf8')
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    fileName: `${name}.ts`,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, declaration: true },
  })
  const [first] = diagnostics
  if (first !== undefined) throw new Error(`${name}.ts: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`)
  return outputText.replaceAll(/(['"])(\.\/\w+)\.ts\1/g, "'$2.js'")
}

async function writePackage(folder: string): Promise<void> {
  await mkdir(join(folder, 'dist'), { recursive: true })
  const common: BuildOptions = {
    entryPoints: [at('index.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2023',
    legalComments: 'inline',
    plugins: [oneLanguage],
    logLevel: 'silent',
  }
  await build({ ...common, platform: 'node', outfile: join(folder, 'dist/index.js') })
  await build({
    ...common,
    platform: 'browser',
    conditions: ['browser'],
    minify: true,
    outfile: join(folder, 'dist/browser.js'),
  })
  for (const name of SOURCES) await writeFile(join(folder, 'dist', `${name}.d.ts`), await declarationOf(name))
  await writeFile(join(folder, 'dist/contract.d.ts'), await contractTypes())
  const { version, license } = JSON.parse(await readFile(at('../../package.json'), 'utf8')) as Record<string, string>
  const manifest = {
    name: 'pramaan-client',
    version,
    description: 'Client, verifier and engine of the Pramaan tariff API',
    license,
    type: 'module',
    engines: { node: '>=24' },
    exports: {
      '.': { types: './dist/index.d.ts', browser: './dist/browser.js', default: './dist/index.js' },
    },
    files: ['dist'],
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await cp(at('README.md'), join(folder, 'README.md'))
  await cp(at('../../LICENSE'), join(folder, 'LICENSE'))
}

/** Packs it into a folder, which is made if it is missing. Returns the path of the file. */
export async function packTypescript(to: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-client-'))
  try {
    await writePackage(folder)
    await mkdir(to, { recursive: true })
    const pack = ['pack', '--json', '--pack-destination', resolve(to)]
    const { stdout } = await promisify(execFile)('npm', pack, { cwd: folder })
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
    return join(to, filename)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const [, program, to] = process.argv
if (program === fileURLToPath(import.meta.url)) {
  if (to === undefined || to.startsWith('-')) {
    process.stderr.write('name the folder to write the package to\n')
    process.exitCode = 2
  } else process.stdout.write(`${await packTypescript(to)}\n`)
}
