#!/bin/sh
# Creates the service's role and the database of test mode, when the container of Postgres first starts.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$(cat /run/secrets/service-password)" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE vintem_service LOGIN PASSWORD :'password';
CREATE DATABASE vintem_test;
SQL
