import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Assets } from '../models.ts'

const NAVIGATION = [
  ['/', 'Calculator'],
  ['/releases', 'Releases'],
  ['/changes', 'Changes'],
  ['/glossary', 'Glossary'],
  ['/v1/docs', 'API'],
] as const

/** Without one, a browser asks for /favicon.ico. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#1d3fbb"/><text x="16" y="23" font-family="sans-serif" font-size="20" text-anchor="middle" fill="#fff">₹</text></svg>',
)}`

type Props = {
  readonly assets: Assets
  readonly title: string
  readonly path: string
  readonly calculates?: boolean
  readonly children: ComponentChildren
}

export const html = (page: VNode): string => `<!doctype html>${renderToString(page)}`

export function Page({ assets, title, path, calculates = false, children }: Props) {
  return (
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="Indian electricity tariffs to the paisa, each rate with its source." />
        <title>{title === 'Pramaan' ? title : `${title} · Pramaan`}</title>
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href={assets.style} />
        {calculates && <script type="module" src={assets.script} />}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="top">
          <a class="mark" href="/" aria-label="Pramaan, start page">
            Pramaan
          </a>
          <nav aria-label="Site">
            {NAVIGATION.map(([href, text]) => (
              <a href={href} aria-current={href === path ? 'page' : undefined}>
                {text}
              </a>
            ))}
          </nav>
        </header>
        <main id="main">{children}</main>
        <footer>
          <p>
            Not an official bill, and not the website of a licensee or a commission. Every amount can be traced to a
            line of a document.
          </p>
        </footer>
      </body>
    </html>
  )
}
