import { z } from 'zod'
import { CHANGE_KINDS } from '../../log-changes.ts'
import { locator } from './evidence.ts'
import {
  count,
  date,
  decimal,
  grade,
  hash,
  instant,
  licenseeOrNull,
  named,
  quote,
  reason,
  releaseId,
  revision,
  rowId,
  sourceId,
  stage,
  stateCode,
  subcategoryCode,
  unit,
  word,
} from './scalars.ts'

/** What happened to releases, and the difference of two (docs/design/contract.md#changes). */

const change = named(
  'Change',
  'What the log says happened to a release, or a checkpoint that was signed. What does not belong to its kind is left out.',
  z.object({
    position: count.describe('Position in the event log; for a checkpoint, of the newest event that it covers'),
    kind: z.enum(CHANGE_KINDS).describe('What happened'),
    at: instant.nullable().describe('When it was recorded; null for a checkpoint, which has no time'),
    leaf_index: count
      .nullable()
      .describe('Its entry, found in /log/tile/entries and proved by the tree; null for a checkpoint'),
    by: word.nullable().describe('The person who signed it, or the process that recorded it; null for a checkpoint'),
    event_sha256: hash.nullable().describe('Hash of the event in the event log'),
    state_code: stateCode.nullable().describe('Null: a checkpoint is of the whole log'),
    release: z
      .object({ release_id: releaseId, revision, release_sha256: hash })
      .nullable()
      .describe('The release; null: a checkpoint'),
    scope: word.nullable().optional().describe('State or licensee that it serves or served; null: it never served'),
    effective_from: date.optional(),
    effective_to: date.optional(),
    stage: stage.optional(),
    component: word.optional().describe('Path of what is held, freed or checked'),
    reason: reason.optional(),
    check_by: date.optional(),
    checkpoint: z
      .object({
        size: count.describe('Entries that it covers'),
        root: word.describe('Root of the tree, base64'),
        note: word.describe('The signed note itself'),
      })
      .optional()
      .describe('Of a checkpoint'),
  }),
)

const figure = named(
  'ComparedFigure',
  'A figure of a row, as two releases are compared',
  z.object({
    value: decimal.nullable().describe('Null: it is held'),
    unit,
    printed: word.nullable().describe('As printed; null: it is held'),
    printed_unit: word.nullable().describe('Its unit as printed; null: it is held'),
    grade,
    source_id: sourceId,
    locator,
    quote,
  }),
)
const figureOrNull = figure.nullable().describe('Null: that release has no such figure')
const rowOf = (which: string) => rowId.nullable().describe(`In the ${which} release; null: it has no such row`)
const hashOf = (which: string) => hash.nullable().describe(`Of that row, in the ${which} release`)
const side = (which: string) =>
  z.object({ release_id: releaseId, revision, release_sha256: hash }).describe(`The ${which} of the two`)

const difference = named(
  'ReleaseDifference',
  'Two releases compared row by row. Rows that are the same in both are left out.',
  z.object({
    before: side('earlier'),
    after: side('later'),
    rows: z
      .array(
        z.object({
          change: z.enum(['added', 'removed', 'changed']).describe('What became of the row'),
          before_row_id: rowOf('earlier'),
          after_row_id: rowOf('later'),
          before_row_sha256: hashOf('earlier'),
          after_row_sha256: hashOf('later'),
          licensee_code: licenseeOrNull,
          subcategory_code: subcategoryCode,
          figures: z
            .array(
              z.object({
                part: word.describe('What it prices: charge and step'),
                before: figureOrNull,
                after: figureOrNull,
                amount_changed: z.boolean().describe('Value or unit is another'),
                grade_changed: z.boolean().describe('Its grade is another'),
                citation_changed: z.boolean().describe('Source, place or quote is another'),
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
    next_since: count.describe('Send as `since` for what follows, now or later'),
    more: z.boolean().describe('Whether there is more already'),
  })
  .describe('Where to go on')
