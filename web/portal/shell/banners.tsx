import { useSyncExternalStore } from 'react'
import { checkConnection, isConnected } from '../api/connection.ts'
import { IS_COPY, ROOT_PATH } from '../page-facts.ts'
import { useOrganization } from '../session/organization.ts'
import { useSession } from '../session/session.ts'
import { useWords } from '../words/use-words.ts'

export function ConnectionBanner() {
  const words = useWords('shell')
  const isThere = useSyncExternalStore(isConnected.watch, isConnected.get)
  return (
    <div role="status">
      {!isThere && (
        <p className="banner alert">
          <span>{words.connectionLostBanner}</span>{' '}
          <button type="button" className="link" onClick={() => void checkConnection()}>
            {words.retry}
          </button>
        </p>
      )}
    </div>
  )
}

/** On every page of a restored copy, as the page was delivered. */
export function CopyBanner() {
  const words = useWords('shell')
  return IS_COPY && <p className="banner alert">{words.restoredCopyText}</p>
}

export function TestModeLine() {
  const words = useWords('shell')
  const { mode } = useSession()
  if (mode === 'live') return null
  return (
    <p className="banner">
      <span>
        {words.testMode}
        <span className="wide-only">{words.testModeText}</span>
      </span>{' '}
      <a href={`${ROOT_PATH}/sandbox/inbox`}>{words.inbox}</a>
    </p>
  )
}

export function SuspensionBanner() {
  const words = useWords('shell')
  const { status, suspensionReason } = useOrganization()
  if (status !== 'SUSPENDED') return null
  return (
    <div className="banner alert" role="status">
      <span>{words.suspendedText}</span>{' '}
      {suspensionReason != null && <span>{words.suspendedReason(suspensionReason)}</span>}
    </div>
  )
}
