import type { Grade } from '../../../../releases/record/grade.ts'

/** Short descriptions of the grades (docs/design/release.md#evidence-grades). */
export const GRADE_WORDS: Readonly<Record<Grade, string>> = {
  order: "read in the regulator's own document",
  transcription: 'read in a public transcription of the order',
  carried: 'from an earlier year; a published statement says that nothing changed',
  derived: 'calculated from published figures',
  specimen: 'placeholder: no public figure exists',
  held: 'known to exist, but no usable figure',
}

/** A grade as a word with its colour and symbol, and a link to its entry in the glossary. */
export function GradeChip({ grade }: { readonly grade: Grade }) {
  return (
    <a class={`chip ${grade}`} href={`/glossary#${grade}`} title={GRADE_WORDS[grade]}>
      {grade}
    </a>
  )
}
