import * as z from 'zod'
import type { SentBy } from '../../reply/json-text.ts'
import { placed } from './evidence.ts'
import {
  count,
  date,
  decimal,
  hash,
  instant,
  licenseeOrNull,
  named,
  reason,
  releaseId,
  revision,
  rowId,
  stage,
  stateCode,
  subcategoryCode,
  unit,
  word,
} from './scalars.ts'

/** Events of releases, and the differences between two releases (docs/design/contract.md#changes). */

const change = named(
  'Change',
  'A logged event of a release, or a signed checkpoint. Fields that do not apply to its kind are left out.',
  z.object({
    position: count.describe('Position in the event log; for a checkpoint, of the newest event that it covers'),
    kind: z
      .enum([
        'sealed',
        'reviewed',
        'approved',
        'promoted',
        'superseded',
        'withdrawn',
        'held',
        'freed',
        'checked',
        'check_lapsed',
        'checkpoint',
      ])
      .describe('What happened'),
    at: instant.nullable().describe('When it was recorded; null for a checkpoint, which has no time'),
    leaf_index: count.nullable().describe('Its entry in /log/tile/entries, proved by the tree; null for a checkpoint'),
    by: word
      .nullable()
      .describe(
        'Who signed it, such as "asha" or "asha and bashir", or the process that recorded it; null for a checkpoint',
      ),
    event_sha256: hash.nullable().describe('Hash of the event in the event log'),
    state_code: stateCode.nullable().describe('Null for a checkpoint, which covers the whole log'),
    release: z
      .object({ release_id: releaseId, revision, release_sha256: hash })
      .nullable()
      .describe('The release; null: a checkpoint'),
    scope: word.nullable().optional().describe('State or licensee that it serves or served; null: it never served'),
    effective_from: date.optional(),
    effective_to: date.optional(),
    stage: stage.optional(),
    component: word.optional().describe('Path of the component held, released or checked'),
    reason: reason.optional(),
    check_by: date.optional(),
    checkpoint: z
      .object({
        size: count.describe('Number of entries that it covers'),
        root: word.describe('Root of the tree, base64'),
        note: word.describe('The signed note itself'),
      })
      .optional()
      .describe('Of a checkpoint'),
  }),
)

export type Change = SentBy<typeof change>

const figure = named(
  'ComparedFigure',
  'A figure of a row in the comparison of two releases',
  z.object({
    value: decimal.nullable().describe('Null: it is held'),
    unit,
    printed: word.nullable().describe('As printed; null: it is held'),
    printed_unit: word.nullable().describe('Its unit as printed; null: it is held'),
    ...placed,
  }),
)
const figureOrNull = figure.nullable().describe('Null: that release has no such figure')
const rowOf = (which: string) => rowId.nullable().describe(`In the ${which} release; null: it has no such row`)
const hashOf = (which: string) => hash.nullable().describe(`Hash of the row in the ${which} release`)
const side = (which: string) =>
  z.object({ release_id: releaseId, revision, release_sha256: hash }).describe(`The ${which} release`)

const difference = named(
  'ReleaseDifference',
  'Two releases compared row by row. Rows that are the same in both are left out.',
  z.object({
    before: side('earlier'),
    after: side('later'),
    rows: z
      .array(
        z.object({
          change: z.enum(['added', 'removed', 'changed']).describe('Kind of change'),
          before_row_id: rowOf('earlier'),
          after_row_id: rowOf('later'),
          before_row_sha256: hashOf('earlier'),
          after_row_sha256: hashOf('later'),
          licensee_code: licenseeOrNull,
          subcategory_code: subcategoryCode,
          figures: z
            .array(
              z.object({
                part: word.describe('Charge and step that it belongs to'),
                before: figureOrNull,
                after: figureOrNull,
                amount_changed: z.boolean().describe('Value or unit differs'),
                grade_changed: z.boolean().describe('Grade differs'),
                citation_changed: z.boolean().describe('Source, place or quote differs'),
              }),
            )
            .describe('Figures that differ'),
          fields: z.array(word).describe('Other fields of the row that differ'),
        }),
      )
      .describe('In the order of the later release, then rows that only the earlier one has'),
  }),
)

export const changesSchema = z
  .object({
    changes: z.array(change).describe('In the order of the log'),
    difference: difference.nullable().describe('Of `before` and `after`; null: they were not asked for'),
  })
  .describe('Events, and the differences between two releases')

export const changesMeta = z
  .object({
    count: count.describe('Items in `data.changes`'),
    next_since: count.describe('Send as `since` to get later items'),
    more: z.boolean().describe('Whether more items exist now'),
  })
  .describe('Position for the next request')
