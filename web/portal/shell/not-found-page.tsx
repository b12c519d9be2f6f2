import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { NotFound } from '../ui/problem.tsx'
import { useWords } from '../words/use-words.ts'
import { MainPart } from './main-part.tsx'

export function NotFoundPage() {
  const words = useWords('shell')
  return (
    <MainPart>
      <NotFound>
        <Link className={buttonClass()} to="/">
          {words.toHome}
        </Link>
      </NotFound>
    </MainPart>
  )
}
