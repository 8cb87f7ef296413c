-- What Vintém sets for each of its connections to Postgres, for a role whose connections go through PgBouncer.
ALTER ROLE vintem_service SET statement_timeout = '36s';
ALTER ROLE vintem_service SET idle_in_transaction_session_timeout = '30s';
-- A statement outside a transaction must not write.
ALTER ROLE vintem_service SET default_transaction_read_only = on;
