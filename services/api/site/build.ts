import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions, Plugin } from 'esbuild'
import { once } from '../../platform/once.ts'
import { FOREVER, type StaticAnswer, staticAnswer } from '../reply/static-answer.ts'
import type { Assets, Pages } from './models.ts'

/**
 * Builds the site from its sources, in memory: the pages as a module, and the browser code as files named by a hash of
 * their content (docs/adr/0017-site-built-at-start.md). Nothing is written to disk, so nothing can be out of date.
 */

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Schema messages in sixty languages, none of which is used. */
export const oneLanguage: Plugin = {
  name: 'one-language',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js'",
      resolveDir: dirname(path),
    }))
  },
}

const COMMON = {
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2023',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  legalComments: 'none',
  logLevel: 'silent',
} as const satisfies BuildOptions

type Built<P> = {
  readonly pages: P
  readonly assets: Assets
  /** By file name below /assets/. */
  readonly files: ReadonlyMap<string, StaticAnswer>
}
export type Site = Built<Pages>

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/**
 * The site, built on first use in about a third of a second. Once per process for all callers, because stopping the
 * compiler ends every build of the process. Rejects if a source does not compile, with the compiler's message.
 */
export const builtSite = once(() =>
  buildPages<Pages>({
    script: at('browser/main.tsx'),
    style: at('style.css'),
    pages: at('pages/index.tsx'),
  }),
)

/** Builds a set of pages; the source exports them as `pages`. One build at a time. */
export async function buildPages<P>(source: {
  readonly script: string
  readonly style: string
  readonly pages: string
}): Promise<Built<P>> {
  const { build, stop } = await import('esbuild')
  try {
    const [browser, server] = await Promise.all([
      build({
        ...COMMON,
        entryPoints: { main: source.script, style: source.style },
        outdir: '/',
        platform: 'browser',
        conditions: ['browser'],
        plugins: [oneLanguage],
      }),
      build({ ...COMMON, entryPoints: { pages: source.pages }, outdir: '/', platform: 'node' }),
    ])
    const files = new Map<string, StaticAnswer>()
    const named: Record<string, string> = {}
    for (const { path, contents } of browser.outputFiles) {
      const [, name = '', type = ''] = /([a-z]+)\.([a-z]+)$/.exec(path) ?? []
      const hash = createHash('sha256').update(contents).digest('hex').slice(0, 16)
      const file = `${name}-${hash}.${type}`
      named[name] = `/assets/${file}`
      files.set(
        file,
        await staticAnswer(TYPES[type] ?? 'application/octet-stream', contents, { cacheControl: FOREVER }),
      )
    }
    const code = server.outputFiles[0]?.text ?? ''
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { pages: P }
    const { main: script = '', style = '' } = named
    return { pages: module.pages, assets: { script, style }, files }
  } finally {
    await stop()
  }
}
