import { Copy } from 'lucide-react'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import type { Report } from '../queries.ts'
import { sizeText } from '../size-text.ts'

/** The file as its manifest describes it, so that anybody can check a copy of it. */
export function FileFacts({ report: { manifest } }: { readonly report: Report }) {
  const words = useWords('reports')
  const shell = useWords('shell')
  const language = useLanguage()
  const format = useFormat()
  if (manifest === undefined) return null
  const { sha256, bytes, cutOff, erased } = manifest
  const copy = () => void navigator.clipboard.writeText(sha256).then(() => showToast(shell.copied))
  return (
    <section className="card" aria-labelledby="file">
      <h2 id="file">{words.file}</h2>
      <dl className="rows stacked">
        <div className="fact">
          <dt>{words.size}</dt>
          <dd>{sizeText(bytes, language)}</dd>
        </div>
        <div className="fact">
          <dt>{words.cutOff}</dt>
          <dd>{format.instant(cutOff)}</dd>
        </div>
        {erased > 0 && (
          <div className="fact">
            <dt>{words.erased}</dt>
            <dd>{format.count(erased)}</dd>
          </div>
        )}
        <div className="fact">
          <dt>{words.hash}</dt>
          <dd className="hash">
            <code>{sha256}</code>
            <Button kind="quiet" isCompact onClick={copy} aria-label={words.copyHash}>
              <Copy size={16} aria-hidden="true" />
            </Button>
          </dd>
        </div>
      </dl>
    </section>
  )
}
