import { Copy } from 'lucide-react'
import { addressOf } from '../../../api/request.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { curlOf } from './body.ts'
import type { ReportForm } from './form.ts'

/** The same order for a program. */
export function Curl({ form }: { readonly form: ReportForm }) {
  const words = useWords('reports')
  const shell = useWords('shell')
  const text = curlOf(form, new URL(addressOf(''), location.href).href.replace(/\/$/, ''))
  const copy = () => void navigator.clipboard.writeText(text).then(() => showToast(shell.copied))
  return (
    <details className="report-curl">
      <summary>{words.asCurl}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls, and the keyboard has to reach it. */}
      <pre tabIndex={0} lang="en">
        <code>{text}</code>
      </pre>
      <Button kind="plain" isCompact onClick={copy}>
        <Copy size={16} aria-hidden="true" />
        {shell.copy}
      </Button>
    </details>
  )
}
