import { json } from 'node:stream/consumers'
import { caseResultsText } from '../../pipeline/gates/calculation/case-results.ts'
import type { ReleaseRecord } from '../../releases/record/record.ts'

/** Gate 25's fresh process: a record on stdin, the canonical text of its case results on stdout. */
process.stdout.write(caseResultsText((await json(process.stdin)) as ReleaseRecord))
