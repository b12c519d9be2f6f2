import { Link, useRouter } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { useWords } from '../words/use-words.ts'
import { MainPart } from './main-part.tsx'

/** Shown instead of a page that failed. */
export function PageProblem({ error }: { readonly error: unknown }) {
  const words = useWords('shell')
  const router = useRouter()
  const toHome = (
    <Link className={buttonClass({ kind: 'plain' })} to="/">
      {words.toHome}
    </Link>
  )
  return (
    <MainPart>
      <Problem error={error} onRetry={() => router.invalidate()} action={toHome} />
    </MainPart>
  )
}
