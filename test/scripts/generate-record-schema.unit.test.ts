import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { RECORD_SCHEMA_FILE, recordJsonSchema, recordSchemaText } from '../../scripts/generate-record-schema.ts'

describe('the published JSON Schema of the record', () => {
  it('is what the record schema generates, byte for byte', async () => {
    expect(await readFile(RECORD_SCHEMA_FILE, 'utf8')).toBe(recordSchemaText())
  })

  it('says the same whether it is read from the file or generated', () => {
    expect(JSON.parse(recordSchemaText())).toEqual(recordJsonSchema())
  })

  it('is draft 2020-12 and closed: no object takes keys it does not name', () => {
    const open: string[] = []
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return
      if ('properties' in node && !('additionalProperties' in node && node.additionalProperties === false))
        open.push(path)
      for (const [key, child] of Object.entries(node)) visit(child, `${path}/${key}`)
    }
    visit(recordJsonSchema(), '')
    expect(recordJsonSchema()['$schema']).toBe('https://json-schema.org/draft/2020-12/schema')
    expect(open).toEqual([])
  })
})
