import type { Frame, Pages, RefusedModel } from '../models.ts'
import { html, Page } from './layout.tsx'
import { people } from './people.tsx'
import { release } from './release.tsx'
import { releases } from './releases.tsx'
import { review } from './review.tsx'

function signIn(frame: Frame): string {
  return html(
    <Page frame={frame} title="Sign in" path="/sign-in">
      <section class="narrow">
        <h1>Sign in</h1>
        <p>With the passkey that was enrolled for this address. Nothing is shown and nothing can be done without it.</p>
        <p class="row">
          <button type="button" class="primary" data-do="sign-in">
            Sign in with a passkey
          </button>
        </p>
        <p>
          No passkey here yet? <a href="/enrol">Ask to be enrolled</a>.
        </p>
      </section>
    </Page>,
  )
}

function enrol(frame: Frame): string {
  return html(
    <Page frame={frame} title="Ask to be enrolled" path="/enrol">
      <section class="narrow">
        <h1>Ask to be enrolled</h1>
        <p>
          Your device creates a passkey for this address and signs to prove that you have it. Then two enrolled people
          sign for you, here or on the command line; as long as the log has never had two people, one signs.
        </p>
        <form class="choice" data-form="enrol">
          <label>
            <span>Your name, as it will appear in the log; permanently public once you are enrolled</span>
            <input
              name="name"
              aria-describedby="name-form"
              required
              pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,63}"
              autocomplete="off"
            />
          </label>
          <p class="help" id="name-form">
            Up to 64 letters (A to Z), digits, <code>.</code>, <code>_</code> and <code>-</code>; the first is a letter
            or a digit.
          </p>
          <button type="submit" class="primary">
            Create a passkey and ask
          </button>
        </form>
        <div id="request" hidden>
          <h2>Asked</h2>
          <p>Enrolled people find it under People. Read your key to them, so that they sign for you and nobody else:</p>
          <p class="hash" id="request-key" />
          <p>For the command line, save this as a file:</p>
          <pre id="request-text" tabindex={0} />
        </div>
        <p>
          <a href="/sign-in">Sign in</a>
        </p>
      </section>
    </Page>,
  )
}

function refused(frame: Frame, { code, message, lines }: RefusedModel): string {
  return html(
    <Page frame={frame} title="Refused" path="">
      <section class="narrow">
        <h1>This page cannot be shown</h1>
        <p>{message}</p>
        {lines !== '' && <pre tabindex={0}>{lines}</pre>}
        <p class="faint">{code}</p>
        <p>
          <a href="/">All releases</a>
        </p>
      </section>
    </Page>,
  )
}

export const pages: Pages = { signIn, enrol, releases, release, review, people, refused }
