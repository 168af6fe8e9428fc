      target     |              raw_config_sql
-----------------+-------------------------------------------
  RANGE default  | ALTER RANGE default CONFIGURE ZONE USING
                 |     num_replicas = 3,
                 |     lease_preferences = '[]'
  DATABASE shop  | ALTER DATABASE shop CONFIGURE ZONE USING
                 |     range_min_bytes = 134217728,
                 |     gc.ttlseconds = 14400,
                 |     num_replicas = 5,
                 |     constraints = '{+region=us-east1: 2, +region=us-west1: 2, +region=europe-west1: 1}',
                 |     lease_preferences = '[[+region=us-east1], [+region=us-west1]]'
(2 rows)
