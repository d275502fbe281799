import { getDocumentProxy } from 'unpdf'

/** A run of text as the library gives it; marked content has no `str`. */
export type PdfItem = {
  readonly str?: string
  readonly hasEOL?: boolean
  readonly width?: number
  readonly transform?: readonly number[]
}

/** A page as the library reads it: its runs of text, its size in points, and how it is turned. */
export type PdfPage = {
  readonly number: number
  readonly items: readonly PdfItem[]
  readonly width: number
  readonly height: number
  readonly transform: readonly number[]
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/**
 * Opens a PDF and closes it when `use` is done. Fonts and character maps of the machine stay out of it; an error inside
 * the file is thrown, and nothing is rescued.
 */
export async function withPdf<Out>(bytes: Uint8Array, use: (pdf: Pdf) => Promise<Out>): Promise<Out> {
  // A copy, because the library takes the buffer over.
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
 * Shows each page in turn, from 1; `only` these of them. Reading a page is nearly all of the work, so who needs its text and
 * its layout takes both from one reading.
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
