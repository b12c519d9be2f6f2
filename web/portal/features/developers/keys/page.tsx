import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../../api/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { CheckField } from '../../../ui/field.tsx'
import { useWords } from '../../../words/use-words.ts'
import { DevelopersPage } from '../developers-page.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyTable } from './key-table.tsx'
import { keysQuery, type NewKey } from './queries.ts'
import { SecretDialog } from './secret-dialog.tsx'

const FROM = '/o/$organizationId/developers/keys'

/** The keys of an organization's programs. A secret is on the screen once, when its key is made. */
export function KeysPage() {
  const words = useWords('developers')
  const { ended } = useSearch({ from: FROM })
  const navigate = useNavigate({ from: FROM })
  const { data: keys } = useSuspenseQuery(keysQuery(useApi()))
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<NewKey>()
  const active = keys.filter(({ state }) => state === 'ACTIVE')
  const shown = ended === 'true' ? keys : active
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden="true" />
      {words.createKey}
    </Button>
  )
  return (
    <DevelopersPage section="keys" action={create}>
      <p className="quiet">{words.keysIntro}</p>
      {shown.length === 0 ? (
        <Empty title={words.noKeys}>{words.noKeysText}</Empty>
      ) : (
        <KeyTable keys={shown} onMade={setMade} />
      )}
      {keys.length > active.length && (
        <CheckField
          label={words.showEnded}
          // It toggles before the address has changed.
          key={ended}
          defaultChecked={ended === 'true'}
          onChange={({ target }) => void navigate({ search: target.checked ? { ended: 'true' } : {}, replace: true })}
        />
      )}
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} onMade={setMade} />}
      {made !== undefined && <SecretDialog made={made} onClose={() => setMade(undefined)} />}
    </DevelopersPage>
  )
}
