import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { instantText } from '../../format/dates.ts'
import { ROOT_PATH } from '../../page-facts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { type ListedSession, sessionsQuery, useEndAllSessions, useEndSession } from './queries.ts'

/** Where the person is signed in; each session can be ended, and all of them. */
export function Sessions() {
  const words = useWords('people')
  const { sessions } = useSuspenseQuery(sessionsQuery).data
  const endAll = useEndAllSessions()
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="card" aria-labelledby="sessions">
      <h2 id="sessions">{words.sessionsTitle}</h2>
      <ul className="sessions">
        {sessions.map((session) => (
          <SessionRow key={session.sessionId} session={session} />
        ))}
      </ul>
      <div>
        <Button kind="plain" onClick={() => setAsking(true)}>
          {words.signOutEverywhere}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.signOutEverywhere}
        confirmLabel={words.signOutEverywhere}
        isDanger
        isBusy={endAll.isPending}
        onConfirm={() => endAll.mutate(undefined, { onSuccess: () => location.assign(`${ROOT_PATH}/sign-in`) })}
      >
        <p>{words.signOutEverywhereText}</p>
      </ConfirmDialog>
    </section>
  )
}

function SessionRow({ session }: { readonly session: ListedSession }) {
  const words = useWords('people')
  const language = useLanguage()
  const end = useEndSession()
  const { sessionId, network, createdAt, lastSeenAt, isCurrent } = session
  const device = session.device === '' ? words.unknownDevice : session.device
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const at = (instant: string) => instantText(instant, language, timeZone)
  return (
    <li>
      <div>
        <p className="value">
          {device} {isCurrent && <span className="badge open">{words.thisSession}</span>}
        </p>
        <p className="quiet">
          {words.seenAt({ time: at(lastSeenAt) })} · <span className="value">{network}</span>
        </p>
        <p className="help">{words.signedInAt({ time: at(createdAt) })}</p>
      </div>
      {!isCurrent && (
        <Button
          kind="plain"
          isCompact
          isBusy={end.isPending}
          aria-label={words.endSessionOf({ device })}
          onClick={() => end.mutate(sessionId, { onSuccess: () => showToast(words.sessionEnded({ device })) })}
        >
          {words.endSession}
        </Button>
      )}
    </li>
  )
}
