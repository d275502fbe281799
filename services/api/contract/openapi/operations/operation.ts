import type { OperationDoc, Success } from '../types.ts'

type Given = Omit<OperationDoc, 'success' | 'codes' | 'conditional'> & {
  readonly schema: Success['schema']
  readonly mediaType?: string
  readonly says?: string
  readonly codes?: OperationDoc['codes']
  readonly conditional?: boolean
}

/** An entry with what most operations share: 200, JSON, no codes of its own, not conditional. */
export function operation({ schema, mediaType, says, codes, conditional, ...rest }: Given): OperationDoc {
  return {
    ...rest,
    codes: codes ?? [],
    conditional: conditional ?? false,
    success: {
      status: '200',
      mediaType: mediaType ?? 'application/json',
      description: says ?? 'What was asked for',
      schema,
    },
  }
}
