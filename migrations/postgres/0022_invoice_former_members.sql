-- owner: invoicing
-- Total, due date, customer name and e-mail address are stored in columns only. The former version of the service
-- reads them from terms, so while it may still run, a trigger adds them there. When no node of the former version
-- runs any more, a job drops the trigger and removes the members from all rows.
create function invoices_former_members() returns trigger language plpgsql as $$
declare
  unit numeric := case
    when new.currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND',
      'VUV', 'XAF', 'XOF', 'XPF') then 1
    when new.currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 0.001
    when new.currency in ('CLF', 'UYW') then 0.0001
    else 0.01 end;
begin
  new.terms := new.terms || jsonb_build_object(
    'dueOn', to_char(new.due_on, 'YYYY-MM-DD'),
    -- A product is exact in numeric, a quotient is not.
    'amounts', coalesce(new.terms -> 'amounts', '{}')
      || jsonb_build_object('total', (trunc(new.total_minor) * unit)::text),
    'customer', coalesce(new.terms -> 'customer', '{}')
      || jsonb_strip_nulls(jsonb_build_object('name', new.customer_name, 'email', new.customer_email)));
  return new;
end $$;

create trigger former_members before insert or update of terms on invoices
  for each row execute function invoices_former_members();

-- A new installation never had a former version.
do $$
begin
  if not exists (select from organizations)
    and not exists (select from pg_stat_activity
      where datname = current_database() and application_name = 'quittance presence') then
    drop trigger former_members on invoices;
    drop function invoices_former_members();
  end if;
end $$;
