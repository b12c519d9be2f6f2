import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useWords } from '../words/use-words.ts'

type Props = {
  readonly title: string
  /** The address that the form is sent to. */
  readonly action: string
  /** The body of the preview. */
  readonly json: string
  /** Changes when the saved data behind the preview does. */
  readonly version: string
  /** Undefined for a PDF, whose viewer does not run in a sandbox. */
  readonly sandbox?: string
  /** Whether the page may look into the document; a mail is a world of its own. */
  readonly isReadable: boolean
  /** Called before a failed preview is asked for again. */
  readonly onRetry: () => Promise<unknown>
}

type Shown = { readonly frame: 0 | 1; readonly what: string | undefined; readonly hasFailed: boolean }

/**
 * A document that is asked for by a form: the only way into a frame in which scripts are off and the document keeps its
 * own style. The next version loads in a second frame behind the first, so nothing flickers.
 */
export function PreviewFrames({ title, action, json, version, sandbox, isReadable, onRetry }: Props) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const frames = useRef<[HTMLIFrameElement | null, HTMLIFrameElement | null]>([null, null])
  const [shown, setShown] = useState<Shown>({ frame: 0, what: undefined, hasFailed: false })
  const sent = useRef<string>(undefined)
  const what = `${action}\n${version}\n${json}`
  const send = () => {
    sent.current = what
    form.current?.submit()
  }
  useEffect(send, [what])
  const loaded = (frame: 0 | 1) => (event: SyntheticEvent<HTMLIFrameElement>) => {
    // Browsers also report the empty document that every frame begins with.
    if (sent.current === undefined || frame === shown.frame || isEmpty(event.currentTarget)) return
    if (isRefusal(event.currentTarget, isReadable)) {
      setShown({ ...shown, what: sent.current, hasFailed: true })
      return
    }
    keepPlace(frames.current[shown.frame], event.currentTarget)
    setShown({ frame, what: sent.current, hasFailed: false })
  }
  return (
    <div className="preview-frames" aria-busy={shown.what === undefined || undefined}>
      <form ref={form} method="post" action={action} target={`${id}${1 - shown.frame}`} hidden>
        <input type="hidden" name="preview" value={json} />
      </form>
      {([0, 1] as const).map((frame) => (
        <iframe
          key={frame}
          ref={(element) => {
            frames.current[frame] = element
          }}
          name={`${id}${frame}`}
          title={title}
          className={frame === shown.frame ? 'shown' : ''}
          inert={frame !== shown.frame}
          onLoad={loaded(frame)}
          {...(sandbox !== undefined && { sandbox })}
        />
      ))}
      {shown.hasFailed && <PreviewFailed onRetry={() => void onRetry().then(send)} />}
    </div>
  )
}

function PreviewFailed({ onRetry }: { readonly onRetry: () => void }) {
  const words = useWords('preview')
  const shell = useWords('shell')
  return (
    <div className="notice preview-failed" role="alert">
      <p>{words.failed}</p>
      <Button kind="plain" isCompact onClick={onRetry}>
        {shell.retry}
      </Button>
    </div>
  )
}

function isEmpty({ contentDocument }: HTMLIFrameElement): boolean {
  return contentDocument?.URL === 'about:blank'
}

/** The API refuses in JSON; the browser's own error page, and the viewer of PDFs, cannot be read. */
function isRefusal({ contentDocument }: HTMLIFrameElement, isReadable: boolean): boolean {
  return contentDocument === null ? isReadable : contentDocument.contentType === 'application/json'
}

/** Scrolls to where the reader was. */
function keepPlace(before: HTMLIFrameElement | null, after: HTMLIFrameElement): void {
  if (before?.contentDocument == null || after.contentDocument === null) return
  after.contentWindow?.scrollTo(0, before.contentWindow?.scrollY ?? 0)
}
