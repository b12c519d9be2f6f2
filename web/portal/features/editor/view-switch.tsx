import { useWords } from '../../words/use-words.ts'

const VIEWS = ['write', 'preview'] as const
type View = (typeof VIEWS)[number]
type Props = { readonly shown: View; readonly onShow: (view: View) => void }

/** Where form and preview do not fit side by side, one of them is shown. */
export function ViewSwitch({ shown, onShow }: Props) {
  const words = useWords('editor')
  return (
    <fieldset className="segments editor-switch">
      <legend className="hidden">{words.preview}</legend>
      {VIEWS.map((view) => (
        <label key={view}>
          <input type="radio" name="editor-view" checked={shown === view} onChange={() => onShow(view)} />
          <span>{words[view]}</span>
        </label>
      ))}
    </fieldset>
  )
}
