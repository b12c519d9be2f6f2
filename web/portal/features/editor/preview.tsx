import { type RefObject, useEffect, useRef, useState } from 'react'
import { LANGUAGES } from '../../../../src/kernel/language.ts'
import { useApi } from '../../api/api.ts'
import { LANGUAGE_NAMES } from '../../shell/language-names.ts'
import { Button } from '../../ui/button.tsx'
import { useWidth } from '../../ui/use-width.ts'
import { useWords } from '../../words/use-words.ts'
import { useTypedForm } from './charge-fields.tsx'
import { bodyFromForm } from './form/body-from-form.ts'
import { readForm } from './form/read-form.ts'
import { useEditor } from './use-editor.ts'
import { useResting } from './use-resting.ts'

const TYPING_MS = 300
const WIDTHS = { phone: 390, desktop: 1200 } as const
const TABS = ['page', 'mail', 'pdf'] as const
type Tab = (typeof TABS)[number]

/** The payment page, the mail and the PDF as they would be if the invoice were saved now. */
export function Preview({ onHide }: { readonly onHide: () => void }) {
  const words = useWords('editor')
  const [tab, setTab] = useState<Tab>('page')
  const [device, setDevice] = useState<keyof typeof WIDTHS>('phone')
  const [language, setLanguage] = useState('')
  return (
    <section className="editor-preview" aria-label={words.preview}>
      <div className="preview-tools">
        <fieldset className="segments">
          <legend className="hidden">{words.preview}</legend>
          {TABS.map((name) => (
            <label key={name}>
              <input type="radio" name="preview-tab" checked={tab === name} onChange={() => setTab(name)} />
              <span>{words[name]}</span>
            </label>
          ))}
        </fieldset>
        {tab !== 'pdf' && (
          <select
            aria-label={`${words.phone} / ${words.desktop}`}
            value={device}
            onChange={({ target }) => setDevice(target.value as keyof typeof WIDTHS)}
          >
            <option value="phone">{words.phone}</option>
            <option value="desktop">{words.desktop}</option>
          </select>
        )}
        <select aria-label={words.language} value={language} onChange={({ target }) => setLanguage(target.value)}>
          <option value="">{words.language}</option>
          {LANGUAGES.map((one) => (
            <option key={one} value={one} lang={one}>
              {LANGUAGE_NAMES[one]}
            </option>
          ))}
        </select>
        <Button kind="quiet" isCompact onClick={onHide}>
          {words.hidePreview}
        </Button>
      </div>
      <Frames key={tab} tab={tab} width={tab === 'pdf' ? undefined : WIDTHS[device]} language={language} />
    </section>
  )
}

/** The unsaved invoice as the service takes it, once nobody has typed for a moment. */
function useUnsaved(language: string): string {
  const { saved, number } = useEditor()
  const typed = useResting(useTypedForm(), TYPING_MS)
  const invoice = bodyFromForm(typed, readForm(typed, saved), { saved })
  return JSON.stringify({ invoice, invoiceNumber: number, ...(language !== '' && { language }) })
}

type FrameProps = { readonly tab: Tab; readonly width: number | undefined; readonly language: string }

/** Two frames: the hidden one loads the new content and is then shown, so that nothing flickers. */
function Frames({ tab, width, language }: FrameProps) {
  const words = useWords('editor')
  const api = useApi()
  const [boxRef, boxWidth] = useWidth<HTMLDivElement>()
  const formRef = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState(0)
  const loading = useRef<number>(undefined)
  const json = useUnsaved(language)
  const hasViewer = tab !== 'pdf' || navigator.pdfViewerEnabled
  // A frame can only be filled by a form; the service answers with the page itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: The shown frame changes because of a submission.
  useEffect(() => {
    if (hasViewer) loading.current = fillHiddenFrame(formRef, json, { tab, shown })
  }, [json, hasViewer, tab])
  const scale = width === undefined || boxWidth === 0 ? 1 : Math.min(1, boxWidth / width)
  const left = Math.max(0, (boxWidth - (width ?? boxWidth) * scale) / 2)
  const size = width === undefined ? {} : { width, left, height: `${100 / scale}%`, transform: `scale(${scale})` }
  return (
    <div className="preview-box" ref={boxRef}>
      <form ref={formRef} method="post" action={api.link(`/portal/v1/previews/${tab}`)} target={frameName(tab, 0)}>
        <input type="hidden" name="preview" defaultValue="" />
      </form>
      {hasViewer ? (
        [0, 1].map((index) => (
          <iframe
            key={index}
            name={frameName(tab, index)}
            title={words[tab]}
            className={index === shown ? '' : 'waiting'}
            aria-hidden={index !== shown}
            tabIndex={index === shown ? 0 : -1}
            style={size}
            {...(tab !== 'pdf' && { sandbox: 'allow-same-origin' })}
            onLoad={() => {
              if (loading.current === index) setShown(index)
            }}
          />
        ))
      ) : (
        <Button kind="plain" onClick={() => openInTab(formRef, json)}>
          {words.pdf}
        </Button>
      )}
    </div>
  )
}

const frameName = (tab: Tab, index: number): string => `preview-${tab}-${index}`

type FormRef = RefObject<HTMLFormElement | null>

/** Returns which frame loads; undefined if none does. */
function fillHiddenFrame(
  { current }: FormRef,
  json: string,
  { tab, shown }: { readonly tab: Tab; readonly shown: number },
): number | undefined {
  if (current === null || current.offsetParent === null) return undefined
  const next = 1 - shown
  submit(current, json, frameName(tab, next))
  return next
}

function openInTab({ current }: FormRef, json: string): void {
  if (current !== null) submit(current, json, '_blank')
}

function submit(form: HTMLFormElement, json: string, target: string): void {
  const field = form.elements.namedItem('preview')
  if (!(field instanceof HTMLInputElement)) return
  field.value = json
  form.target = target
  form.submit()
}
