# Flags of three servers.
./bin/yb-tserver --tserver_master_addrs m1:7100 --placement_cloud=aws --placement_region=us-west-2 --placement_zone=us-west-2a
./bin/yb-tserver --tserver_master_addrs m1:7100 --placement_cloud=aws \
  --placement_region=us-west-2 \
  --placement_zone=us-west-2b
yugabyted start --advertise_address=10.0.0.3 --cloud_location=aws.us-west-2.us-west-2c --fault_tolerance=zone
