import { fileURLToPath } from 'node:url'
import { buildPages } from '../api/site/build.ts'
import { once } from '../platform/once.ts'
import type { Pages } from './models.ts'

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** The desk's pages and their browser scripts, built on first use (docs/adr/0017-site-built-at-start.md). */
export const builtDesk = once(() =>
  buildPages<Pages>({ script: at('browser/main.ts'), style: at('style.css'), pages: at('pages/index.tsx') }),
)
