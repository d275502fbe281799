import { getDocumentProxy } from 'unpdf'

/** A run of text as returned by the library; marked content has no `str`. */
export type PdfItem = {
  readonly str?: string
  readonly hasEOL?: boolean
  readonly width?: number
  readonly transform?: readonly number[]
}

/** A page as read by the library: its runs of text, its size in points, and its rotation. */
export type PdfPage = {
  readonly number: number
  readonly items: readonly PdfItem[]
  readonly width: number
  readonly height: number
  readonly transform: readonly number[]
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/**
 * Opens a PDF and closes it after `use`. Fonts and character maps of the machine are not used; errors inside the file
 * are thrown, without recovery.
 */
export async function withPdf<Out>(bytes: Uint8Array, use: (pdf: Pdf) => Promise<Out>): Promise<Out> {
  // A copy, because the library takes ownership of the buffer.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    stopAtErrors: true,
    useSystemFonts: false,
    standardFontDataUrl: undefined,
    cMapUrl: undefined,
    verbosity: 0,
  })
  try {
    return await use(pdf)
  } finally {
    await pdf.destroy()
  }
}

/**
 * Calls `see` with each page in turn, from 1; `only` these pages. Reading a page is nearly all of the work, so text and
 * layout should be taken from one reading.
 */
export async function eachPage(
  pdf: Pdf,
  see: (page: PdfPage) => void,
  only: ReadonlySet<number> | null = null,
): Promise<void> {
  for (let number = 1; number <= pdf.numPages; number += 1) {
    if (only !== null && !only.has(number)) continue
    const page = await pdf.getPage(number)
    const { width, height, transform } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    see({ number, items: items as readonly PdfItem[], width, height, transform: transform as readonly number[] })
    page.cleanup()
  }
}
