import { ChevronDown } from 'lucide-react'
import { moneyText } from '../../../../src/kernel/language.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import { useTypedForm } from './charge-fields.tsx'
import type { Intent } from './form/missing-fields.ts'
import { useEditor } from './use-editor.ts'

type Props = {
  readonly busy: Intent | undefined
  readonly onSave: (intent: Intent) => void
  readonly onDuplicate: () => void
  readonly onDiscard: () => void
}

/** The one primary action, which says what it does; the others are in a menu. */
export function EditorActions({ busy, onSave, onDuplicate, onDiscard }: Props) {
  const words = useWords('editor')
  const shell = useWords('shell')
  const { number, status } = useEditor()
  const isPublished = number !== undefined && status !== 'DRAFT'
  return (
    <div className="actions">
      <Menu
        trigger={
          <Button kind="plain" disabled={busy !== undefined}>
            <span>{shell.more}</span>
            <ChevronDown size={16} aria-hidden="true" />
          </Button>
        }
      >
        {!isPublished && <MenuItem onSelect={() => onSave('publish')}>{words.publishOnly}</MenuItem>}
        {!isPublished && (
          <MenuItem onSelect={() => onSave(number === undefined ? 'draft' : 'update')}>{words.saveDraft}</MenuItem>
        )}
        {number !== undefined && <MenuItem onSelect={onDuplicate}>{words.duplicate}</MenuItem>}
        {!isPublished && (
          <MenuItem onSelect={onDiscard} isDanger>
            {words.discard}
          </MenuItem>
        )}
      </Menu>
      {isPublished ? (
        <Button onClick={() => onSave('update')} isBusy={busy !== undefined}>
          {words.saveChanges}
        </Button>
      ) : (
        <SendButton busy={busy} onSave={onSave} />
      )}
    </div>
  )
}

const NAME_LENGTH_MAX = 24

function SendButton({ busy, onSave }: Pick<Props, 'busy' | 'onSave'>) {
  const words = useWords('editor')
  const language = useLanguage()
  const { typed, read } = useTypedForm()
  const amount = moneyText(read.totals.total, language)
  const name = typed.name.trim()
  const isMailed = typed.delivery === 'Email'
  // A blank form says what the button will do, not that it sends nothing.
  const isNothing = read.totals.total.minor === 0n
  const ofAmount = name === '' ? words.send({ amount }) : words.sendTo({ amount, name: shortened(name) })
  const sending = isNothing ? words.sendNothing : ofAmount
  return (
    <Button onClick={() => onSave(isMailed ? 'send' : 'publish')} isBusy={busy !== undefined}>
      {isMailed ? sending : words.publish({ amount })}
    </Button>
  )
}

function shortened(name: string): string {
  const letters = Array.from(name)
  return letters.length <= NAME_LENGTH_MAX ? name : `${letters.slice(0, NAME_LENGTH_MAX - 1).join('')}…`
}
