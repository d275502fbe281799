import type { ComponentChildren, VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Frame } from '../models.ts'

const NAVIGATION = [
  ['/', 'Releases'],
  ['/people', 'People'],
] as const

type Props = {
  readonly frame: Frame
  readonly title: string
  readonly path: string
  /** The release that the page is about: events of others do not change it. */
  readonly about?: string
  readonly children: ComponentChildren
}

export const html = (page: VNode): string => `<!doctype html>${renderToString(page)}`

/** What is around every page, with the dialog in which an act is shown and signed. */
export function Page({ frame, title, path, about, children }: Props) {
  const { assets, person, position, waiting } = frame
  return (
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Pramaan desk`}</title>
        <link rel="stylesheet" href={assets.style} />
        <script type="module" src={assets.script} />
      </head>
      <body data-position={position} data-about={about} data-person={person ?? undefined}>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="top">
          <a class="mark" href="/">
            Pramaan desk
          </a>
          {person !== null && (
            <nav aria-label="Desk">
              {NAVIGATION.map(([href, text]) => (
                <a href={href} aria-current={href === path ? 'page' : undefined}>
                  {text}
                  {href === '/people' && waiting > 0 ? ` (${waiting} to sign)` : ''}
                </a>
              ))}
              <button type="button" class="quiet" data-do="sign-out">
                Sign out {person}
              </button>
            </nav>
          )}
        </header>
        <main id="main">
          {/* Always there: screen readers announce what changes in it, and not what appears with it. */}
          <div role="status">
            <div id="said" class="notice" hidden>
              <p />
              <pre tabindex={0} hidden />
            </div>
          </div>
          {children}
        </main>
        <dialog id="sign" aria-labelledby="sign-title">
          <h2 id="sign-title">Sign this?</h2>
          <div id="sign-facts" />
          <pre id="sign-beside" hidden />
          <details>
            <summary>The exact text whose SHA-256 your passkey signs</summary>
            <pre id="sign-text" tabindex={0} />
          </details>
          <p class="row">
            <button type="button" class="primary" id="sign-yes">
              Sign with your passkey
            </button>
            <button type="button" id="sign-no">
              Do not sign
            </button>
          </p>
        </dialog>
        <footer>
          <p>
            Everything you sign here stays in the log permanently, under your name. A signature proves which key signed,
            not that somebody read the text.
          </p>
        </footer>
      </body>
    </html>
  )
}

export function Live({ id, children }: { readonly id: string; readonly children: ComponentChildren }) {
  return (
    <div id={id} data-live>
      {children}
    </div>
  )
}

const SIGNS: Readonly<Record<string, string>> = {
  released: 'order',
  approved: 'transcription',
  sealed: 'transcription',
  gating: 'carried',
  candidate: 'carried',
  rejected: 'held',
  withdrawn: 'held',
}

export function StatusChip({ status }: { readonly status: string }) {
  return <span class={`chip plain ${SIGNS[status] ?? 'derived'}`}>{status}</span>
}
