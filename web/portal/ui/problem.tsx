import { CircleAlert, CloudOff, Lock, type LucideIcon, RefreshCw, SearchX } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { ApiProblem, ConnectionLost } from '../api/api-problem.ts'
import { checkConnection } from '../api/connection.ts'
import { isMissingChunk } from '../new-version.ts'
import { useWords } from '../words/use-words.ts'
import { Button } from './button.tsx'

type StateProps = {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

/** A screen for a state in which there is nothing else to show: what, why, and a way on. */
function StateScreen({ icon: Icon, title, text, children }: StateProps) {
  useEffect(() => {
    document.title = `${title} · Quittance`
  }, [title])
  return (
    <div className="state">
      <span className="mark">
        <Icon size={24} aria-hidden="true" />
      </span>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="quiet">{text}</p>
      {children}
    </div>
  )
}

type ProblemProps = { readonly error: unknown; readonly onRetry?: () => unknown; readonly action?: ReactNode }

/** The screen for a page whose data could not be loaded. */
export function Problem({ error, onRetry, action }: ProblemProps) {
  const words = useWords('shell')
  if (isMissingChunk(error)) return <NewVersion />
  if (error instanceof ConnectionLost) return <NoConnection />
  if (error instanceof ApiProblem && error.status === 403) return <NotAllowed>{action}</NotAllowed>
  if (error instanceof ApiProblem && error.status === 404) return <NotFound>{action}</NotFound>
  const text = error instanceof ApiProblem && error.status === 429 ? words.tooManyRequests : words.failedText
  return (
    <StateScreen icon={CircleAlert} title={words.failedTitle} text={text}>
      {onRetry !== undefined && <Button onClick={() => void onRetry()}>{words.retry}</Button>}
      {action}
    </StateScreen>
  )
}

export function NotFound({ children }: { readonly children?: ReactNode }) {
  const words = useWords('shell')
  return (
    <StateScreen icon={SearchX} title={words.notFoundTitle} text={words.notFoundText}>
      {children}
    </StateScreen>
  )
}

function NotAllowed({ children }: { readonly children?: ReactNode }) {
  const words = useWords('shell')
  return (
    <StateScreen icon={Lock} title={words.notAllowedTitle} text={words.notAllowedText}>
      {children}
    </StateScreen>
  )
}

function NoConnection() {
  const words = useWords('shell')
  return (
    <StateScreen icon={CloudOff} title={words.connectionLostTitle} text={words.connectionLostText}>
      <Button onClick={() => void checkConnection()}>{words.retry}</Button>
    </StateScreen>
  )
}

function NewVersion() {
  const words = useWords('shell')
  return (
    <StateScreen icon={RefreshCw} title={words.newVersionTitle} text={words.newVersionText}>
      <Button onClick={() => location.reload()}>{words.reload}</Button>
    </StateScreen>
  )
}

/** Explains above a form why its action failed. */
export function ProblemNotice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="notice" role="alert">
      <p>{children}</p>
    </div>
  )
}
