/** Why nothing is calculated. What could not be fetched may be there at the next try; the address keeps the inputs. */
export const NotVerified = ({ why }: { readonly why: string }) => (
  <div class="notice bad" role="alert">
    <b>Not verified, so nothing is calculated.</b> {why}{' '}
    <button type="button" onClick={() => location.reload()}>
      Try again
    </button>
  </div>
)
