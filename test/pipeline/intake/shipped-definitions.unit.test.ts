import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256 } from '#digest'
import { extractText } from '../../../pipeline/intake/extract-text.ts'
import { readDefinition } from '../../../pipeline/intake/read-definition.ts'
import { filesOf, STATES } from '../../../scripts/shipped-records.ts'
import { FOLDERS } from '../../support/definitions.ts'

describe('the shipped definitions', () => {
  it('are there', () => {
    expect(FOLDERS).toContain('BR/2026-27')
  })

  it.each(FOLDERS)('%s is read without a finding, and its own sheets are what it declares', async (folder) => {
    const { definition, findings } = readDefinition(filesOf(folder))
    expect(findings).toEqual([])
    for (const { source_id, file, sha256: hash, size_bytes, media_type } of definition!.sources) {
      if (file === null) continue
      const bytes = readFileSync(join(STATES, folder, file))
      expect({ source_id, hash: sha256(bytes), size: bytes.byteLength }).toEqual({ source_id, hash, size: size_bytes })
      expect(await extractText(bytes, media_type)).toMatchObject({ ok: true })
    }
  })
})
