etcd --name infra0 --listen-peer-urls http://10.0.1.10:2380 --initial-cluster infra0=http://10.0.1.10:2380,infra1=http://10.0.1.11:2380,infra2=http://10.0.1.12:2380 --initial-cluster-state new
etcd --heartbeat-interval=100 --election-timeout=1000
