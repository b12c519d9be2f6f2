const FAILED = 400
const BROKEN = 500

/** The status of a response: its number, on a color. */
export function StatusCode({ status }: { readonly status: number }) {
  const color = status >= BROKEN ? 'overdue' : status >= FAILED ? 'partial' : 'paid'
  return <span className={`badge ${color}`}>{status}</span>
}
