import { LABEL_CONTROLS, LABEL_KEYS, type LabelKey } from '../../../../src/invoicing/settings/label.ts'
import type { SettingName } from '../../../../src/invoicing/settings/settings-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useWords } from '../../words/use-words.ts'
import type { SettingKey } from './conflicts.ts'
import type { FormValues } from './form-values.ts'
import { useShownText } from './use-shown-text.ts'

type Props = {
  readonly names: readonly SettingKey[]
  readonly now: FormValues
  readonly mine: FormValues
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Somebody else saved the same settings in between: which ones, and whose count. */
export function ConflictDialog({ names, now, mine, onKeepMine, onTakeTheirs }: Props) {
  const words = useWords('settings')
  return (
    <Dialog isOpen onClose={onTakeTheirs} title={words.conflictTitle} isQuestion>
      <p>{words.conflictText}</p>
      <dl className="rows stacked">
        {names.map((name) => (
          <div key={name} className="fact">
            <dt>{nameOf(name, words)}</dt>
            <dd className="value">
              {words.theirs}: <Value name={name} of={now} />
            </dd>
            <dd className="value">
              {words.mine}: <Value name={name} of={mine} />
            </dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button kind="plain" onClick={onTakeTheirs}>
          {words.takeTheirs}
        </Button>
        <Button onClick={onKeepMine}>{words.keepMine}</Button>
      </DialogActions>
    </Dialog>
  )
}

const isLabel = (name: SettingKey): name is LabelKey => (LABEL_KEYS as readonly string[]).includes(name)

function nameOf(name: SettingKey, words: ReturnType<typeof useWords<'settings'>>): string {
  if (name === 'merchantLogo') return words.logo
  return isLabel(name) ? words.labelKeys[name] : words.fields[name]
}

function Value({ name, of }: { readonly name: SettingKey; readonly of: FormValues }) {
  const words = useWords('settings')
  const shown = useShownText()
  if (name === 'merchantLogo') {
    return of.logo === '' ? words.none : <img className="conflict-logo" src={of.logo} alt={words.logoAlt} />
  }
  if (!isLabel(name)) return shown(name satisfies SettingName, of.values[name])
  const { value, ...controls } = of.labels[name]
  const hidden = LABEL_CONTROLS.filter((control) => controls[control]).map((control) => words.labelControls[control])
  return [value || words.labelKeys[name], ...hidden].join(' · ')
}
