# One line for each node.
cockroach start --locality=region=us-east1,zone=us-east1-b --advertise-addr=node1 --join=node1,node4,node7
cockroach start --locality=region=us-east1,zone=us-east1-c --advertise-addr=node2 --join=node1,node4,node7
cockroach start --locality=region=us-west1,zone=us-west1-a --advertise-addr=node3 --join=node1,node4,node7
cockroach start --locality=region=us-west1,zone=us-west1-b --advertise-addr=node4 --join=node1,node4,node7
cockroach start --locality=country=be,region=europe-west1,zone=europe-west1-b --advertise-addr=node5 --join=node1,node4,node7
