import type { Figure } from '../../../releases/record/figure.ts'
import type { Grade } from '../../../releases/record/grade.ts'
import type { Source } from '../../../releases/record/source.ts'
import type { SealedRelease } from '../evidence/sealed-releases.ts'

/** Page models: plain values, computed by models-of.ts and rendered as HTML by pages/. */

export type ReleaseModel = {
  readonly releaseId: string
  readonly revision: number
  readonly sha256: string
  readonly state: string
  readonly stateName: string
  readonly standing: SealedRelease['standing']
  /** Null: not in service. */
  readonly stage: 'reference' | 'production' | null
  readonly year: string
  readonly from: string
  readonly to: string
  readonly note: string | null
  readonly grades: Readonly<Record<Grade, number>>
  readonly gates: { readonly passed: number; readonly total: number }
  readonly cases: number
  readonly holds: readonly { readonly component: string; readonly reason: string }[]
}

export type ChangeModel = {
  readonly at: string | null
  readonly by: string | null
  readonly releaseId: string
  readonly revision: number
  readonly sha256: string
  readonly said: string
}
export type ChangesModel = { readonly changes: readonly ChangeModel[] }

export type HomeModel = {
  readonly releases: readonly ReleaseModel[]
  readonly unavailable: readonly string[]
  /** The initial state of the calculator; null: none is in service. */
  readonly opensOn: string | null
}

export type RowModel = {
  readonly id: string
  readonly sha256: string
  readonly label: string
  readonly licensee: string | null
  readonly weakest: Grade
}

export type ReleasePageModel = {
  readonly release: ReleaseModel
  readonly sources: readonly Source[]
  readonly rows: readonly RowModel[]
  readonly blocked: readonly {
    readonly component: string
    readonly explanation: string
    readonly unblockedBy: string
  }[]
  /** Null: it cannot be read at the moment. */
  readonly made: MadeModel | null
}

export type MadeModel = {
  readonly gates: readonly { readonly gate: string; readonly passed: boolean; readonly checked: number }[]
  readonly changes: readonly ChangeModel[]
  /** Null: it is the first release with its id. */
  readonly difference: DifferenceModel | null
}

export type DifferenceModel = {
  readonly revision: number
  readonly sha256: string
  readonly rows: readonly {
    readonly id: string
    readonly change: 'added' | 'removed' | 'changed'
    readonly figures: readonly { readonly part: string; readonly before: string; readonly after: string }[]
    readonly fields: readonly string[]
  }[]
}

export type FigureModel = {
  /** Its path in the record, by which lines of an answer lead to it. */
  readonly path: string
  readonly what: string
  readonly figure: Figure
  readonly place: string
  readonly source: Source | null
  /** The calculation of a derived figure, the statement of a carried one, the reason of a held one. */
  readonly because: string | null
}

export type EvidenceModel = {
  readonly row: RowModel
  /** Its holds: those that concern the row or these rules. */
  readonly release: Pick<ReleaseModel, 'releaseId' | 'revision' | 'sha256' | 'from' | 'to' | 'standing' | 'holds'>
  readonly figures: readonly FigureModel[]
  /** Of rules that can change a bill by this row. */
  readonly rules: readonly FigureModel[]
  /** Sentences that these rules cite for more than a figure: formulas, and how units and days are counted. */
  readonly statements: readonly (Pick<FigureModel, 'what' | 'place' | 'source'> & { readonly quote: string })[]
}

export type GlossaryModel = { readonly entries: readonly { readonly term: string; readonly meaning: string }[] }

/** Files for the browser, by purpose; each address contains a hash of its content. */
export type Assets = { readonly script: string; readonly style: string }

export type Pages = {
  home(assets: Assets, model: HomeModel): string
  releases(assets: Assets, model: HomeModel): string
  release(assets: Assets, model: ReleasePageModel): string
  evidence(assets: Assets, model: EvidenceModel): string
  changes(assets: Assets, model: ChangesModel): string
  glossary(assets: Assets, model: GlossaryModel): string
  notFound(assets: Assets, model: { readonly title: string; readonly what: string }): string
}
