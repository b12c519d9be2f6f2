import { useApi } from '../../api/api.ts'
import { useLanguage, useWords } from '../../words/use-words.ts'

type Props = {
  readonly number: string
  /** Another one after a change: the frame is then loaded again. */
  readonly version: string
}

/** The payment page in a frame. Scripts are off, and its button is disabled. */
export function DocumentFrame({ number, version }: Props) {
  const words = useWords('detail')
  const language = useLanguage()
  const api = useApi()
  return (
    <section className="invoice-document" aria-labelledby="document">
      <h2 id="document">{words.document}</h2>
      <iframe
        key={version}
        title={words.documentFrame({ number })}
        src={api.link(`/portal/v1/invoices/${encodeURIComponent(number)}/page`, { language })}
        sandbox="allow-same-origin"
        loading="lazy"
      />
    </section>
  )
}
