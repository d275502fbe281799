import { expect, it } from 'vitest'
import { ENGINE_VERSION } from '../../releases/engine/version.ts'
import { RECORD_VERSION } from '../../releases/record/record.ts'
import { CONTRACT_VERSION } from '../../services/api/openapi/info.ts'
import { API_VERSION } from '../../services/api/reply/envelope.ts'
import { ROUTES } from '../../services/api/routes/index.ts'
import { CONTRACT } from '../support/openapi.ts'
import { documentOf, readText } from './support/markdown.ts'
import { SOURCES } from './support/sources.ts'

const versioning = documentOf('docs/versioning.md').prose

/** Current version in a row of the table. */
const today = (what: string): string | undefined =>
  versioning
    .find((line) => line.startsWith(`| ${what} |`))
    ?.split('|')[3]
    ?.trim()
    .replaceAll('`', '')

it('the documented versions are in use', () => {
  const { version } = JSON.parse(readText('package.json')) as { version: string }
  expect(today('path prefix')).toBe('/v1')
  expect(today('API version')).toBe(API_VERSION)
  expect(today('contract')).toBe(CONTRACT_VERSION)
  expect(today('engine')).toBe(ENGINE_VERSION)
  expect(today('software')).toBe(version)
  expect(today('record of a release')).toBe(String(RECORD_VERSION))
})

it('as documented, nothing is deprecated and neither header is sent', () => {
  expect(versioning.join(' ')).toContain(
    'Nothing is deprecated today, and the service sends neither of the two headers',
  )
  expect(JSON.stringify(CONTRACT)).not.toContain('"deprecated":true')
  const sending = [...SOURCES].filter(
    ([file, text]) => file.startsWith('services/') && /'(deprecation|sunset)'/i.test(text),
  )
  expect(sending.map(([file]) => file)).toEqual([])
})

const changelog = readText('CHANGELOG.md')
const contract = changelog.split('\n## Contract of the API\n')[1]?.split('\n## ')[0] ?? ''
const software = changelog.split('\n## Software\n')[1] ?? ''

it('the changelog of the contract begins with the contract in service, that of the software with the current software', () => {
  const { version } = JSON.parse(readText('package.json')) as { version: string }
  expect(/^### (\S+)/m.exec(contract)?.[1]).toBe(CONTRACT_VERSION)
  expect(/^### ([\d.]+)/m.exec(software)?.[1]).toBe(version)
})

it('every route came with an entry in the changelog of the contract', () => {
  expect(ROUTES.length).toBeGreaterThan(15)
  const missing = ROUTES.filter(({ method, path }) => !contract.includes(`\`${method} ${path}\``) && path !== '/mcp')
  expect(missing.map(({ path }) => path)).toEqual([])
  expect(contract).toContain('`/mcp`')
})
