import type { UseFormReturn } from 'react-hook-form'
import { PRODUCTS } from '../../../../../src/notifications/webhooks/products.ts'
import { CheckField } from '../../../ui/field.tsx'
import { useWords } from '../../../words/use-words.ts'
import type { WebhookValues } from './webhook-values.ts'

/** The events of each product. */
export function EventFields({ register, formState }: Pick<UseFormReturn<WebhookValues>, 'register' | 'formState'>) {
  const words = useWords('webhooks')
  const problem = formState.errors.events?.message
  return (
    <>
      {PRODUCTS.map(({ productId, eventTypes }) => (
        <fieldset className="scope-fields" key={productId}>
          <legend>{words.products[productId]}</legend>
          {eventTypes.map(({ eventName }) => (
            <CheckField
              key={eventName}
              label={<code className="value">{eventName}</code>}
              value={eventName}
              {...register('events', { validate: ({ length }) => (length > 0 ? true : words.chooseEvent) })}
            />
          ))}
        </fieldset>
      ))}
      {problem !== undefined && (
        <div className="field">
          <p className="problem" role="alert">
            {problem}
          </p>
        </div>
      )}
    </>
  )
}
