import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { once } from '../../platform/once.ts'
import { refuse } from '../contract/responses/error-details.ts'
import { pagePolicy } from '../reply/standard-headers.ts'
import { type StaticAnswer, staticAnswer } from '../reply/static-answer.ts'
import { bare, defineRoute, noQuery } from '../route.ts'

const PAGE = new URL('../docs-page/', import.meta.url)
const SWAGGER_UI = new URL('./', import.meta.resolve('swagger-ui-dist/package.json'))

/**
 * Everything comes from this origin, and requests go only to it; no inline scripts or styles. Swagger UI has its icons
 * in data: addresses, so images of that kind are allowed.
 */
const POLICY = pagePolicy("'self' data:")

const fileOf = (folder: URL, name: string, type: string): readonly [string, () => Promise<StaticAnswer>] => [
  name,
  once(async () => {
    const headers = { 'content-security-policy': POLICY }
    return staticAnswer(type, await readFile(new URL(name, folder)), { brotli: true, headers })
  }),
]

const [, indexPage] = fileOf(PAGE, 'index.html', 'text/html; charset=utf-8')
/** Files of the page, by name: our own and the required ones of Swagger UI. No other files of the two folders are served. */
export const DOCS_FILES = new Map([
  ['index.html', indexPage],
  fileOf(PAGE, 'page.css', 'text/css; charset=utf-8'),
  fileOf(PAGE, 'page.js', 'text/javascript; charset=utf-8'),
  fileOf(SWAGGER_UI, 'swagger-ui.css', 'text/css; charset=utf-8'),
  fileOf(SWAGGER_UI, 'swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
  fileOf(SWAGGER_UI, 'favicon-32x32.png', 'image/png'),
])

/** GET /v1/docs: the contract as a page with a console to try it. Needs no key (docs/design/contract.md#addresses). */
export const docs = defineRoute({
  method: 'GET',
  path: '/v1/docs',
  operationId: 'getDocs',
  tag: 'Service',
  summary: 'This contract as a web page with a console',
  description: 'The page loads everything from this origin. A key entered there stays in the page.',
  scope: null,
  query: noQuery,
  response: bare(z.string(), ['text/html'], 'The page'),
  conditional: true,
  async handle() {
    return { ok: true, file: await indexPage() }
  },
})

/** GET /v1/docs/<file>: the files of the page. */
export const docsFile = defineRoute({
  method: 'GET',
  path: '/v1/docs/:file',
  operationId: 'getDocsFile',
  tag: 'Service',
  summary: 'A file of the page',
  description: 'Scripts, styles and icons of GET /v1/docs.',
  scope: null,
  query: noQuery,
  params: z.object({ file: z.string().min(1).max(64).describe('Name of the file') }),
  response: bare(z.string(), ['text/css', 'text/javascript', 'image/png'], 'The file'),
  codes: ['ROUTE_NOT_FOUND'],
  conditional: true,
  async handle(_services, { params: { file: name } }) {
    const file = DOCS_FILES.get(name)
    return file === undefined ? refuse('ROUTE_NOT_FOUND', null) : { ok: true, file: await file() }
  },
})
