import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { type Session, sessionQuery } from '../../session/session.ts'
import { SignInForm } from '../../session/sign-in-form.tsx'
import { EntryFrame } from '../../ui/entry-frame.tsx'
import { useWords } from '../../words/use-words.ts'
import { ownPath } from './own-path.ts'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const words = useWords('session')
  const { to, reason } = route.useSearch()
  const client = useQueryClient()
  const router = useRouter()
  const goOn = (session: Session) => {
    client.clear()
    client.setQueryData(sessionQuery.queryKey, session)
    router.history.replace(ownPath(to))
  }
  return (
    <EntryFrame title={words.signIn}>
      {reason === 'link' && <p className="notice warning">{words.linkUsed}</p>}
      <SignInForm onSignedIn={goOn} forgotten={<Link to="/reset">{words.forgotten}</Link>} />
    </EntryFrame>
  )
}
