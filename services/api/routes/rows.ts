import * as z from 'zod'
import { mayUseState } from '../../keys/key.ts'
import { SHA256, sha256 as sha256Parameter } from '../contract/parameters.ts'
import { refuse, refuseState } from '../contract/responses/error-details.ts'
import { count, sealedReleases, stateCode } from '../contract/responses/scalars.ts'
import { readSealedRow } from '../evidence/sealed-releases.ts'
import { defineRoute, enveloped, noQuery } from '../route.ts'
import { evidenceOfRow, rowEvidence } from '../snapshot/row-chain.ts'
import { sourceRecords } from '../snapshot/source-record.ts'

/** GET /rows/<row_sha256>: a row of any release ever sealed (docs/design/contract.md#rows). */
export const rows = defineRoute({
  method: 'GET',
  path: '/v1/rows/:row_sha256',
  operationId: 'getRow',
  tag: 'Evidence',
  summary: 'A row of any sealed release, with its evidence',
  description:
    'The figures of a row with their quotes, places and documents, and every sealed release that has the row, also superseded or withdrawn ones. An answer can be traced even after the tariff was revised.',
  scope: 'sources:read',
  query: noQuery,
  params: z.object({ row_sha256: sha256Parameter.describe('Hash of the row, as in the lines of an answer') }),
  response: enveloped(
    z
      .object({
        ...rowEvidence,
        state_code: stateCode,
        releases: sealedReleases,
      })
      .describe('The row, its evidence, and the releases that contain it'),
    z.object({ count: count.describe('Releases that have the row') }).describe('Number of releases'),
  ),
  codes: ['SOURCE_NOT_FOUND'],
  conditional: true,
  async handle(services, { params: { row_sha256: hash }, key, requestId }) {
    const notFound = refuse('SOURCE_NOT_FOUND', { source_id: null, sha256: null, row_sha256: hash })
    if (!SHA256.test(hash)) return notFound
    const read = await readSealedRow(services, requestId, hash)
    if (!read.ok) return read
    if (read.value === null) return notFound
    const { row, record, releases, ingested, boxes } = read.value
    if (!mayUseState(key, record.state_code)) return refuseState(record.state_code)
    return {
      ok: true,
      of: [hash, JSON.stringify(releases)],
      members: () => ({
        data: {
          ...evidenceOfRow(record, row, sourceRecords(record, ingested), boxes),
          state_code: record.state_code,
          releases,
        },
        meta: { count: releases.length },
      }),
    }
  },
})
