-- owner: invoicing
-- Ends what migration 0022 keeps for nodes of the former version. As a function with its owner's rights: the service
-- need not own the table.
create function end_invoices_former_members() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  drop trigger if exists former_members on invoices;
  drop function if exists invoices_former_members();
end $$;
