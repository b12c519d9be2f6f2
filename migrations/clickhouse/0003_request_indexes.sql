-- owner: records

-- What belongs to a request is found by its id, wherever in a merchant's years it stands.
alter table transactions add index if not exists request_id_index request_id type bloom_filter(0.0001) granularity 1;
alter table batch_items add index if not exists request_id_index request_id type bloom_filter(0.0001) granularity 1;
alter table settlements add index if not exists request_id_index request_id type bloom_filter(0.0001) granularity 1;
alter table processor_events add index if not exists request_id_index request_id type bloom_filter(0.0001) granularity 1;
alter table fundings add index if not exists request_id_index request_id type bloom_filter(0.0001) granularity 1;
alter table fees add index if not exists request_id_index request_id type bloom_filter(0.0001) granularity 1;

-- Batch items are also asked for by the time of their request, which is not that of the batch.
alter table batch_items add index if not exists transaction_date_index transaction_date type minmax granularity 1;

-- What is stored already is indexed in the background: nobody waits for it, and until then it is read whole.
alter table transactions materialize index request_id_index settings mutations_sync = 0;
alter table batch_items materialize index request_id_index settings mutations_sync = 0;
alter table settlements materialize index request_id_index settings mutations_sync = 0;
alter table processor_events materialize index request_id_index settings mutations_sync = 0;
alter table fundings materialize index request_id_index settings mutations_sync = 0;
alter table fees materialize index request_id_index settings mutations_sync = 0;
alter table batch_items materialize index transaction_date_index settings mutations_sync = 0;
