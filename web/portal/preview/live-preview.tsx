import { type ReactNode, useState } from 'react'
import { LANGUAGES, type Language } from '../../../src/kernel/language.ts'
import { useApi } from '../api/api.ts'
import { LANGUAGE_NAMES } from '../shell/language-names.ts'
import { buttonClass } from '../ui/button.tsx'
import { Segments } from '../ui/segments.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useWords } from '../words/use-words.ts'
import { PreviewFrames } from './preview-frames.tsx'

const QUIET_MS = 300
const KINDS = ['page', 'mail', 'pdf'] as const
const WIDTHS = ['phone', 'desktop'] as const
type Kind = (typeof KINDS)[number]
type Width = (typeof WIDTHS)[number]

/** As `POST /portal/v1/previews/page` takes it; without an invoice it shows a sample. */
type PreviewBody = {
  readonly invoice?: object
  readonly invoiceNumber?: string
  readonly settings?: object
}

type Props = {
  readonly body: PreviewBody
  /** Shown until the reader chooses another. Undefined for the language that the service chooses. */
  readonly language: Language | undefined
  readonly kinds?: readonly Kind[]
  /** Another one when something that is saved has changed. */
  readonly version?: string
  /** How long the body stays the same before it is asked for. */
  readonly quietMs?: number
  /** Stands at the end of the header: a button that hides the preview. */
  readonly aside?: ReactNode
}

/** Page, mail and PDF as they would be if the typed values were saved now. */
export function LivePreview({ body, language, kinds = KINDS, version = '', quietMs = QUIET_MS, aside }: Props) {
  const words = useWords('preview')
  const shell = useWords('shell')
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'page')
  const [width, setWidth] = useState<Width>('phone')
  const [chosen, setChosen] = useState<Language>()
  const spoken = chosen ?? language
  const named = <Name extends Kind | Width>(names: readonly Name[]) => names.map((name) => [name, words[name]] as const)
  return (
    <section className="preview" aria-label={words.title}>
      <header>
        <Segments label={words.shown} value={kind} options={named(kinds)} onChoose={setKind} />
        {kind !== 'pdf' && (
          <div className="preview-widths">
            <Segments label={words.width} value={width} options={named(WIDTHS)} onChoose={setWidth} />
          </div>
        )}
        <select
          className="compact-select"
          aria-label={shell.language}
          value={spoken ?? ''}
          onChange={({ target }) => setChosen(target.value as Language)}
        >
          {spoken === undefined && <option value="">{words.ownLanguage}</option>}
          {LANGUAGES.map((one) => (
            <option key={one} value={one} lang={one}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </select>
        {aside}
      </header>
      <PreviewScreen
        kind={kind}
        width={width}
        version={version}
        quietMs={quietMs}
        body={{ ...body, language: spoken }}
      />
    </section>
  )
}

type ScreenProps = {
  readonly kind: Kind
  readonly width: Width
  readonly version: string
  readonly quietMs: number
  readonly body: object
}

function PreviewScreen({ kind, width, version, quietMs, body }: ScreenProps) {
  const words = useWords('preview')
  const api = useApi()
  const json = useDebounced(JSON.stringify(body), quietMs)
  const action = api.link(`/portal/v1/previews/${kind}`)
  if (kind === 'pdf' && !navigator.pdfViewerEnabled) return <PdfInTab action={action} json={json} />
  return (
    <div className={`preview-screen ${kind === 'pdf' ? 'pdf' : width}`}>
      <PreviewFrames
        key={kind}
        title={words.frame({ what: words[kind] })}
        action={action}
        json={json}
        version={version}
        isReadable={kind === 'page'}
        // If the session has ended, the person signs in over the page.
        onRetry={() => api.get('/organizations/v1/me').catch(() => undefined)}
        {...(kind !== 'pdf' && { sandbox: 'allow-same-origin' })}
      />
    </div>
  )
}

/** For browsers that do not show a PDF in a frame, as those of phones. */
function PdfInTab({ action, json }: { readonly action: string; readonly json: string }) {
  const words = useWords('preview')
  return (
    <form className="preview-screen preview-pdf" method="post" action={action} target="_blank" rel="noopener">
      <input type="hidden" name="preview" value={json} />
      <p className="quiet">{words.noPdfViewer}</p>
      <button type="submit" className={buttonClass({ kind: 'plain' })}>
        {words.openPdf}
      </button>
    </form>
  )
}
